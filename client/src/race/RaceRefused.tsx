import { observer } from 'mobx-react-lite';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import type { ServerError } from '../net/serverError';
import { Button, ButtonLink } from '../ui/Button';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';
import { useTakeFocus } from '../ui/useTakeFocus';
import { useTold } from '../ui/useTold';

interface Props {
  error: ServerError;
  /** Tries again; missing if that would change nothing. */
  onRetry?: () => void;
}

/** The error screen of a race. */
export const RaceRefused = observer(function RaceRefused({ error, onRetry }: Props) {
  const strings = useStrings();
  const told = useTold(error);
  const heading = useTakeFocus<HTMLHeadingElement>();
  // Nothing went wrong: the racer chose another window, and may choose this one again.
  const isElsewhere = error.code === 'taken-over';
  return (
    <StatusPage
      picture={<Logo size={84} />}
      heading={heading}
      title={isElsewhere ? strings.race.elsewhere : strings.race.failed}
      role={isElsewhere ? 'status' : 'alert'}
      ways={
        <>
          {onRetry && (
            <Button kind="primary" onClick={onRetry}>
              {isElsewhere ? strings.race.raceHere : strings.common.retry}
            </Button>
          )}
          <ButtonLink kind={onRetry ? 'secondary' : 'primary'} to={paths.home}>
            {strings.race.backHome}
          </ButtonLink>
        </>
      }
    >
      {told !== null && <p>{isElsewhere ? told : strings.errors.occurred(told)}</p>}
    </StatusPage>
  );
});
