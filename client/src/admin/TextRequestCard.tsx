import { type KeyboardEvent, useRef, useState } from 'react';
import { TextPreview } from '../feedback/TextPreview';
import type { TextRequest } from '../net/api';
import { typeable } from '../typing/rules/typeable';
import classes from './Admin.module.css';
import { Choices } from './Choices';
import { EditForm } from './EditForm';
import { RejectForm } from './RejectForm';
import { RequestOrigin } from './RequestOrigin';
import { useAdminStrings } from './useAdminStrings';
import { useDecision } from './useDecision';

interface Props {
  request: TextRequest;
  /** It is decided; `said` tells what became of it, and how many are left. */
  onDecided: (said: (left: number) => string) => void;
  onGone: (sentence: string, open: readonly TextRequest[]) => void;
}

/** One suggestion, where it is from, and the decision about it. */
export function TextRequestCard({ request, onDecided, onGone }: Props) {
  const admin = useAdminStrings();
  const [mode, setMode] = useState<'read' | 'edit' | 'reject'>('read');
  const card = useRef<HTMLLIElement>(null);
  const { decide, isDeciding, error } = useDecision(request.id, {
    onDecided: ({ kind }) => onDecided(kind === 'approve' ? admin.approved : admin.rejected),
    onGone,
  });
  const approve = ({ text, author }: { text: string; author: string } = request) =>
    decide({ kind: 'approve', text, author });
  const backToReading = () => {
    card.current?.focus();
    setMode('read');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && mode !== 'read') return backToReading();
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea');
    if (mode !== 'read' || isTyping || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, (() => void) | undefined> = {
      a: approve,
      e: () => setMode('edit'),
      r: () => setMode('reject'),
    };
    const act = actions[event.key.toLowerCase()];
    if (!act) return;
    // The key must not be typed into the field that it opens.
    event.preventDefault();
    act();
  };
  return (
    <li
      ref={card}
      className={classes.card}
      tabIndex={-1}
      data-request={request.id}
      aria-busy={isDeciding}
      onKeyDown={onKeyDown}
    >
      {mode === 'edit' ? (
        <EditForm request={request} isBlocked={isDeciding} error={error} onApprove={approve} onCancel={backToReading} />
      ) : (
        <TextPreview characters={typeable(request.text).characters} author={request.author} />
      )}
      <RequestOrigin request={request} />
      {mode === 'read' && (
        <Choices
          error={error}
          onApprove={() => approve()}
          onEdit={() => setMode('edit')}
          onReject={() => setMode('reject')}
        />
      )}
      {mode === 'reject' && (
        <RejectForm
          isBlocked={isDeciding}
          error={error}
          onReject={(reason) => decide({ kind: 'reject', reason })}
          onCancel={backToReading}
        />
      )}
    </li>
  );
}
