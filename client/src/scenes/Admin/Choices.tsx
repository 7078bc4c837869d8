import { Check, Pencil, X } from 'lucide-react';
import { Button } from '../../components/Button';
import { ErrorText } from '../../components/ErrorText';
import { useStrings } from '../../hooks/useStrings';
import classes from './Admin.module.css';

interface Props {
  /** Why the last decision did not go through. */
  error: string | null;
  onApprove: () => void;
  onEdit: () => void;
  onReject: () => void;
}

/** What an admin can do with a suggestion. */
export function Choices({ error, onApprove, onEdit, onReject }: Props) {
  const strings = useStrings();
  return (
    <>
      <ErrorText text={error} isBoxed />
      <div className={classes.choices}>
        <Button kind="primary" onClick={onApprove}>
          <Check aria-hidden="true" /> {strings.admin.approve}
        </Button>
        <Button onClick={onEdit}>
          <Pencil aria-hidden="true" /> {strings.admin.edit}
        </Button>
        <Button kind="danger" onClick={onReject}>
          <X aria-hidden="true" /> {strings.admin.reject}
        </Button>
      </div>
    </>
  );
}
