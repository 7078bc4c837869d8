import { Button, ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { Signpost } from '../../components/Signpost';
import { useRefusal } from '../../hooks/useRefusal';
import { useStrings } from '../../hooks/useStrings';
import { paths } from '../../paths';

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
    <Signpost
      picture={<Logo size={84} />}
      title={strings.race.failed}
      role="alert"
      ways={
        <>
          {onRetry && (
            <Button kind="primary" onClick={onRetry}>
              {strings.common.retry}
            </Button>
          )}
          <ButtonLink kind={onRetry ? 'secondary' : 'primary'} to={paths.home}>
            {strings.race.backHome}
          </ButtonLink>
        </>
      }
    >
      <p>{told !== null && strings.errors.occurred(told)}</p>
    </Signpost>
  );
}
