import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { fieldTexts } from '../core/errors/errorText';
import { useLanguage } from '../core/useText';
import { Button, type ButtonKind } from './Button';
import { type Action, ErrorText } from './ErrorText';
import classes from './ErrorText.module.css';
import { FieldErrors } from './fieldErrors';
import { toServerError } from './useErrorText';

interface Props<Name extends string> {
  submit: string;
  kind?: ButtonKind;
  /** The call that sends the form: it blocks the button while it is pending, and its error is shown. */
  action: Action;
  /** Blocks the button for another reason. */
  isBlocked?: boolean;
  /** Shown instead of the action's error. */
  error?: string | undefined;
  /** True if "An error occurred" stands before the action's error. */
  hasPrefix?: boolean;
  /** Shown once the action has succeeded. */
  success?: string;
  /** Receives the values of the named fields. */
  onSubmit: (values: Record<Name, string>, form: HTMLFormElement) => void;
  children: ReactNode;
}

/** A form: its fields, the error or success of its action, and the button. */
export function Form<Name extends string>(props: Props<Name>) {
  const { submit, kind = 'primary', action, error, hasPrefix = true, success, onSubmit, children } = props;
  const language = useLanguage();
  /** The names of the fields that were changed since the form was sent. */
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const refused = action.error ? fieldTexts(toServerError(action.error), language) : {};
  const marked = Object.fromEntries(Object.entries(refused).filter(([name]) => !corrected.includes(name)));
  const correct = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const { name } = target;
    if (name in marked) setCorrected([...corrected, name]);
  };
  const isBlocked = action.isPending || (props.isBlocked ?? false);
  const handle = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A script can submit a form without its button.
    if (isBlocked) return;
    setCorrected([]);
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<Name, string>;
    onSubmit(values, event.currentTarget);
  };
  // Before the browser checks the fields; Enter in a field also clicks the button.
  const trim = ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
    currentTarget.form && trimFields(currentTarget.form);
  return (
    <form className="stack" onSubmit={handle} onInput={correct}>
      <FieldErrors value={marked}>{children}</FieldErrors>
      <ErrorText error={error ?? action.error} hasPrefix={hasPrefix} isBoxed />
      <div role="status" className={classes.place}>
        {action.isSuccess && success !== undefined && <p className={classes.success}>{success}</p>}
      </div>
      <Button kind={kind} type="submit" isBlocked={isBlocked} onClick={trim}>
        {submit}
      </Button>
    </form>
  );
}

/** Blanks, also those without a width, at the start or the end of a text. */
const BLANKS =
  /^(?:(?!\p{Bidi_Control})[\s\p{Default_Ignorable_Code_Point}])+|(?:(?!\p{Bidi_Control})[\s\p{Default_Ignorable_Code_Point}])+$/gu;

/** Removes the blanks around the values of short fields, which keyboards of phones add; a password may contain them. */
function trimFields(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.autocomplete.endsWith('-password')) continue;
    if (!['text', 'email', 'url'].includes(field.type)) continue;
    const trimmed = field.value.replace(BLANKS, '');
    if (trimmed !== field.value) field.value = trimmed;
  }
}
