import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
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
import { useFieldError } from './fieldErrors';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  label: string;
  /** A hint below the field. */
  hint?: string | undefined;
  /** A button at the end of the field. */
  end?: ReactNode;
}

/** A labeled text field. */
export function Field({ label, hint, end, ...input }: FieldProps) {
  return (
    <Labelled label={label} name={input.name} hint={hint}>
      {(described) => (
        <div className={classes.frame}>
          <input {...input} {...described} className={classes.input} />
          {end}
        </div>
      )}
    </Labelled>
  );
}

/** The attributes that tie a control to its label, its hint and its error. */
interface Described {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface LabelledProps {
  /** The id of the control if it is not Labelled's choice. */
  id?: string;
  label: string;
  /** The name of the control in its form, and of the field in the api. */
  name?: string | undefined;
  /** A hint below the field. */
  hint?: string | undefined;
  /** Marks a value that cannot be sent, and the hint that says why. */
  isWrong?: boolean;
  children: (described: Described) => ReactNode;
}

/** A control with its label, its hint, and its error if its form was refused. */
export function Labelled({ id: given, label, name, hint, isWrong = false, children }: LabelledProps) {
  const ownId = useId();
  const id = given ?? ownId;
  const error = useFieldError(name);
  const [hintId, errorId] = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': isWrong || error !== undefined,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      {errorId && (
        <small id={errorId} className={classes.hint} data-wrong>
          {error}
        </small>
      )}
      {hintId && (
        <small id={hintId} className={classes.hint} data-wrong={isWrong}>
          {hint}
        </small>
      )}
    </div>
  );
}

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  label: string;
  /** A hint below the field. */
  hint?: string | undefined;
  /** Marks a value that cannot be sent. */
  isWrong?: boolean;
}

/** A labeled field of several lines. */
export function TextArea({ label, hint, isWrong = false, ...area }: TextAreaProps) {
  return (
    <Labelled label={label} name={area.name} hint={hint} isWrong={isWrong}>
      {(described) => <textarea {...area} {...described} className={classes.area} />}
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
