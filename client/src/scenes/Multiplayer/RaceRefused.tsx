import { Button, ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { useRefusal } from '../../hooks/useRefusal';
import { useStrings } from '../../hooks/useStrings';
import { paths } from '../../paths';
import classes from './Multiplayer.module.css';

interface Props {
  reason: string;
  /** Tries again; missing where that would change nothing. */
  onRetry?: () => void;
}

/** There is no race here for us; `reason` says why, in our words or the engine's. */
export function RaceRefused({ reason, onRetry }: Props) {
  const strings = useStrings();
  const told = useRefusal(reason);
  return (
    <div className={classes.refused} role="alert">
      <Logo size={72} />
      <h1>{strings.race.failed}</h1>
      <p>{told !== null && strings.errors.occurred(told)}</p>
      <div className={classes.ways}>
        {onRetry && (
          <Button kind="primary" onClick={onRetry}>
            {strings.common.retry}
          </Button>
        )}
        <ButtonLink kind={onRetry ? 'secondary' : 'primary'} to={paths.home}>
          {strings.race.backHome}
        </ButtonLink>
      </div>
    </div>
  );
}
