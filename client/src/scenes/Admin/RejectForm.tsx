import { useEffect, useRef } from 'react';
import { Button } from '../../components/Button';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { useStrings } from '../../hooks/useStrings';
import { limits } from '../../net/limits';
import classes from './Admin.module.css';

interface Props {
  isBlocked: boolean;
  error: string | null;
  onReject: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for the reason that the requester is told. */
export function RejectForm({ isBlocked, error, onReject, onCancel }: Props) {
  const strings = useStrings();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={form} className={classes.form}>
      <Form
        submit={strings.admin.reject}
        kind="danger"
        isBlocked={isBlocked}
        error={error}
        success={null}
        onSubmit={(fields) => onReject(String(fields.get('reason')).trim())}
      >
        <Field
          label={strings.admin.reason}
          hint={strings.admin.reasonHint}
          name="reason"
          maxLength={limits.reason}
          autoComplete="on"
        />
      </Form>
      <Button kind="quiet" onClick={onCancel}>
        {strings.admin.cancel}
      </Button>
    </div>
  );
}
