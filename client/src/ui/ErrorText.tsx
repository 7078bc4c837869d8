import { useStrings } from '../app/useStrings';
import classes from './ErrorText.module.css';

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

/** The error of an action outside a form. */
export function ActionError({ action }: { action: Pick<Action, 'error'> }) {
  const { errors } = useStrings();
  return <ErrorText text={action.error && errors.occurred(action.error.message)} />;
}
