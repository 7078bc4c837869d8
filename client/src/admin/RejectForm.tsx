import { useEffect, useRef } from 'react';
import { limits } from '../net/limits';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import classes from './Admin.module.css';
import { useAdminStrings } from './useAdminStrings';

interface Props {
  isBlocked: boolean;
  error: string | null;
  onReject: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for the reason that the requester is told. */
export function RejectForm({ isBlocked, error, onReject, onCancel }: Props) {
  const admin = useAdminStrings();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={form} className={classes.form}>
      <Form
        submit={admin.reject}
        kind="danger"
        isBlocked={isBlocked}
        error={error}
        success={null}
        onSubmit={(fields) => onReject(String(fields.get('reason')).trim())}
      >
        <Field label={admin.reason} hint={admin.reasonHint} name="reason" maxLength={limits.reason} autoComplete="on" />
      </Form>
      <Button kind="quiet" onClick={onCancel}>
        {admin.cancel}
      </Button>
    </div>
  );
}
