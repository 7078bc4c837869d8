import { useStrings } from '../app/useStrings';
import type { ServerError } from '../net/serverError';
import classes from './ErrorText.module.css';
import { useErrorText } from './useErrorText';

/** The state of a call that changes something on the server; see `useAction`. */
export interface Action {
  isPending: boolean;
  isSuccess: boolean;
  error: Error | null;
}

interface Props {
  /** Null while there is no error. */
  text: string | null;
  /** Adds a background, to stand out among fields and buttons. */
  isBoxed?: boolean;
}

/** An error and its cause. The live region is on the page before the error, so that screen readers announce it. */
export function ErrorText({ text, isBoxed = false }: Props) {
  return (
    <div role="alert" className={classes.place}>
      {text !== null && (
        <p className={classes.text} data-boxed={isBoxed}>
          {text}
        </p>
      )}
    </div>
  );
}

interface FailureProps {
  error: Error | ServerError | null;
  /** Shows the error alone, without "An error occurred". */
  isPlain?: boolean;
  isBoxed?: boolean;
}

/** An error of the server, if there is one, in the language of the page. */
export function Failure({ error, isPlain = false, isBoxed = false }: FailureProps) {
  const { errors } = useStrings();
  const text = useErrorText(error);
  return <ErrorText text={text === null || isPlain ? text : errors.occurred(text)} isBoxed={isBoxed} />;
}
