import { Check, Pencil, X } from 'lucide-react';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import classes from './Admin.module.css';
import { useAdminStrings } from './useAdminStrings';

interface Props {
  /** Why the last decision did not go through. */
  error: string | null;
  onApprove: () => void;
  onEdit: () => void;
  onReject: () => void;
}

/** What an admin can do with a suggestion. */
export function Choices({ error, onApprove, onEdit, onReject }: Props) {
  const admin = useAdminStrings();
  return (
    <>
      <ErrorText text={error} isBoxed />
      <div className={classes.choices}>
        <Button kind="primary" onClick={onApprove}>
          <Check aria-hidden="true" /> {admin.approve}
        </Button>
        <Button onClick={onEdit}>
          <Pencil aria-hidden="true" /> {admin.edit}
        </Button>
        <Button kind="danger" onClick={onReject}>
          <X aria-hidden="true" /> {admin.reject}
        </Button>
      </div>
    </>
  );
}
