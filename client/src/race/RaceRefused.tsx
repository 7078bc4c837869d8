import { observer } from 'mobx-react-lite';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import type { ServerError } from '../net/serverError';
import { Button, ButtonLink } from '../ui/Button';
import { StatusPage } from '../ui/StatusPage';
import { useErrorText } from '../ui/useErrorText';
import { useTakeFocus } from '../ui/useTakeFocus';
import { MissedRace } from './MissedRace';
import * as texts from './texts';

interface Props {
  /** The room. */
  code: string;
  error: ServerError;
  /** Retries; missing if a retry cannot succeed. */
  onRetry?: () => void;
}

export const RaceRefused = observer(function RaceRefused({ code, error, onRetry }: Props) {
  const t = useText();
  const text = useErrorText(error);
  const heading = useTakeFocus<HTMLHeadingElement>();
  // Not an error: the racer chose another window, and may choose this one again.
  const isElsewhere = error.code === 'taken-over';
  // The page cannot read what the server sends.
  const isOutdated = error.code === 'unreadable';
  return (
    <StatusPage
      heading={heading}
      title={isElsewhere ? t(texts.elsewhere) : t(texts.failed)}
      role={isElsewhere ? 'status' : 'alert'}
      actions={
        <>
          {onRetry && (
            <Button kind="primary" onClick={isOutdated ? () => window.location.reload() : onRetry}>
              {t(isOutdated ? commonTexts.reload : isElsewhere ? texts.raceHere : commonTexts.retry)}
            </Button>
          )}
          {!onRetry && error.code !== 'restarting' && <MissedRace code={code} />}
          <ButtonLink to={paths.home}>{t(texts.backHome)}</ButtonLink>
        </>
      }
    >
      {text !== null && <p>{text}</p>}
    </StatusPage>
  );
});
