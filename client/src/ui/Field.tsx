import { Eye, EyeOff } from 'lucide-react';
import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { IconButton } from './Button';
import classes from './Field.module.css';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  label: string;
  /** A hint below the field. */
  hint?: string;
  /** A button at the end of the field. */
  end?: ReactNode;
}

/** A labeled text field. */
export function Field({ label, hint, end, ...input }: FieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint}>
      <div className={classes.frame}>
        <input
          {...input}
          id={id}
          className={classes.input}
          aria-describedby={hint === undefined ? undefined : hintId(id)}
        />
        {end}
      </div>
    </Labelled>
  );
}

interface LabelledProps {
  id: string;
  label: string;
  /** A hint below the field, which refers to it by {@link hintId}. */
  hint?: string | undefined;
  /** Marks a value that cannot be sent. */
  isWrong?: boolean;
  children: ReactNode;
}

/** The label and the hint of a field. */
export function Labelled({ id, label, hint, isWrong = false, children }: LabelledProps) {
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <small id={hintId(id)} className={classes.hint} data-wrong={isWrong}>
          {hint}
        </small>
      )}
    </div>
  );
}

/** Returns the id of a field's hint. */
export function hintId(id: string): string {
  return `${id}-hint`;
}

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  label: string;
  /** A hint below the field. */
  hint?: string;
  /** Marks a value that cannot be sent. */
  isWrong?: boolean;
}

/** A labeled field of several lines. */
export function TextArea({ label, hint, isWrong = false, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} isWrong={isWrong}>
      <textarea
        {...area}
        id={id}
        className={classes.area}
        aria-invalid={isWrong}
        aria-describedby={hint === undefined ? undefined : hintId(id)}
      />
    </Labelled>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={isShown ? t(commonTexts.hidePassword) : t(commonTexts.showPassword)}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      }
    />
  );
}
