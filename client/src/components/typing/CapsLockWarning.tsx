import { ArrowBigUpDash } from 'lucide-react';
import { useStrings } from '../../hooks/useStrings';
import classes from './CapsLockWarning.module.css';

/** Says that CapsLock is on. */
export function CapsLockWarning() {
  const strings = useStrings();
  return (
    <p className={classes.warning} role="alert">
      <ArrowBigUpDash aria-hidden="true" /> {strings.typing.capsLock}
    </p>
  );
}
