import { type ReactNode, useId, useState } from 'react';
import { useStrings } from '../app/useStrings';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import classes from './IdentityRow.module.css';

interface Props {
  /** What is shown, such as 'Username'. */
  name: string;
  value: string;
  /** The title of the dialog in which it is changed. */
  title: string;
  /** What the dialog holds; it calls `onDone` when the change went through. */
  form: (onDone: () => void) => ReactNode;
}

/** What one signs in with, and the way to change it. */
export function IdentityRow({ name, value, title, form }: Props) {
  const strings = useStrings();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.row}>
      <div className={classes.text}>
        <span id={id} className={classes.name}>
          {name}
        </span>
        <span className={classes.value}>{value}</span>
      </div>
      <Button onClick={() => setOpen(true)} aria-describedby={id} aria-haspopup="dialog">
        {strings.settings.change}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen && form(() => setOpen(false))}
      </Dialog>
    </div>
  );
}
