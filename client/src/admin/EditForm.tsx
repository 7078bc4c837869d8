import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { SuggestionFields } from '../feedback/SuggestionFields';
import { Button } from '../ui/Button';
import { Form } from '../ui/Form';
import classes from './Admin.module.css';
import { useAdminStrings } from './useAdminStrings';

interface Edited {
  text: string;
  author: string;
}

interface Props {
  request: Edited;
  isBlocked: boolean;
  error: string | null;
  onApprove: (edited: Edited) => void;
  onCancel: () => void;
}

/** Changes a suggestion before it is approved. */
export function EditForm({ request, isBlocked, error, onApprove, onCancel }: Props) {
  const admin = useAdminStrings();
  const [edited, setEdited] = useState<Edited>({ text: request.text, author: request.author });
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.querySelector('form')?.requestSubmit();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter in a field sends the form, as its button does
    <div ref={form} className={classes.form} onKeyDown={onKeyDown}>
      <Form
        submit={admin.approveEdited}
        isBlocked={isBlocked}
        error={error}
        success={null}
        onSubmit={() => onApprove(edited)}
      >
        <SuggestionFields {...edited} onChange={(change) => setEdited({ ...edited, ...change })} />
      </Form>
      <Button kind="quiet" onClick={onCancel}>
        {admin.cancel}
      </Button>
    </div>
  );
}
