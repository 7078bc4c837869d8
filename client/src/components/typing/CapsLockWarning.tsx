import { ArrowBigUpDash } from 'lucide-react';
import { strings } from '../../strings';
import classes from './CapsLockWarning.module.css';

/** Says that CapsLock is on. */
export function CapsLockWarning() {
  return (
    <p className={classes.warning} role="alert">
      <ArrowBigUpDash aria-hidden="true" /> {strings.typing.capsLock}
    </p>
  );
}
