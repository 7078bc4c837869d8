import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import type { ServerError } from '../net/serverError';
import classes from './ErrorText.module.css';
import { useErrorText } from './useErrorText';

/** The state of a call that changes something on the server, such as the result of `useMutation`. */
export interface Action {
  isPending: boolean;
  isSuccess: boolean;
  error: Error | null;
}

interface Props {
  /** A sentence in the language of the page, or an error to put into one; null while there is none. */
  error: string | Error | ServerError | null;
  /** True if "An error occurred" stands before an error. A sentence stands alone. */
  hasPrefix?: boolean;
  /** Adds a background, to stand out among fields and buttons. */
  isBoxed?: boolean;
}

/** An error and its cause. The live region is on the page before the error, so that screen readers announce it. */
export function ErrorText({ error, hasPrefix = false, isBoxed = false }: Props) {
  const t = useText();
  const isSentence = typeof error === 'string';
  const text = useErrorText(isSentence ? null : error);
  const shown = isSentence ? error : text !== null && hasPrefix ? t(commonTexts.occurred)(text) : text;
  return (
    <div role="alert" className={classes.place}>
      {shown !== null && (
        <p className={classes.text} data-boxed={isBoxed}>
          {shown}
        </p>
      )}
    </div>
  );
}
