import { Button, ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { Signpost } from '../../components/Signpost';
import { useStrings } from '../../hooks/useStrings';
import { paths } from '../../paths';

interface Props {
  reason: string;
  /** Tries again; missing where that would change nothing. */
  onRetry?: () => void;
}

/** There is no race here for us; `reason` says why. */
export function RaceRefused({ reason, onRetry }: Props) {
  const strings = useStrings();
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
      <p>{strings.errors.occurred(reason)}</p>
    </Signpost>
  );
}
