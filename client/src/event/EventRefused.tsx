import { observer } from 'mobx-react-lite';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { isFinal } from '../net/ApiError';
import type { ServerError } from '../net/serverError';
import { Button, ButtonLink } from '../ui/Button';
import { StatusPage } from '../ui/StatusPage';
import { useErrorText } from '../ui/useErrorText';
import { useTakeFocus } from '../ui/useTakeFocus';
import * as texts from './texts';

interface Props {
  error: Error | ServerError;
  /** Retries; missing if a retry cannot succeed. */
  onRetry?: () => void;
}

/** Says why this visitor is not in the event: it is over or full, they were removed, or there is none. */
export const EventRefused = observer(function EventRefused({ error, onRetry }: Props) {
  const t = useText();
  const text = useErrorText(error);
  const heading = useTakeFocus<HTMLHeadingElement>();
  return (
    <StatusPage
      heading={heading}
      title={t(texts.refused)}
      role="alert"
      actions={
        <>
          {onRetry && !isFinal(error) && (
            <Button kind="primary" onClick={onRetry}>
              {t(commonTexts.retry)}
            </Button>
          )}
          <ButtonLink to={paths.join}>{t(texts.otherCode)}</ButtonLink>
        </>
      }
    >
      <p>{text}</p>
    </StatusPage>
  );
});
