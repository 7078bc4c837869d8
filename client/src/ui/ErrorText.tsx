import classes from './ErrorText.module.css';

interface Props {
  /** Null while there is nothing to say. */
  text: string | null;
  /** Whether it stands on a ground of its own, to be seen among fields and buttons. */
  isBoxed?: boolean;
}

/** What did not work, and why. Its place is there before, so that the words are read out when they come. */
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
