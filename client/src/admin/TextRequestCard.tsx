import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useRef, useState } from 'react';
import limits from '../../openapi/limits.json';
import { useText } from '../core/useText';
import { SuggestionFields } from '../feedback/SuggestionFields';
import { TextPreview } from '../feedback/TextPreview';
import type { TextRequest } from '../net/api';
import { typeable } from '../typing/rules/typeable';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { Field } from '../ui/Field';
import classes from './Admin.module.css';
import { DecisionForm } from './DecisionForm';
import { useDecide } from './queries';
import { RequestOrigin } from './RequestOrigin';
import * as texts from './texts';

interface Props {
  request: TextRequest;
  /** Called after the decision with a function from the number of remaining requests to the notice. */
  onDecided: (notice: (left: number) => string) => void;
  onGone: (message: string, open: readonly TextRequest[]) => void;
}

/** A text request with its origin and the buttons to decide it. */
export function TextRequestCard({ request, onDecided, onGone }: Props) {
  const t = useText();
  const asSuggested = { text: request.text, author: request.author, language: request.language };
  const [mode, setMode] = useState<'read' | 'edit' | 'reject'>('read');
  const [edited, setEdited] = useState(asSuggested);
  const card = useRef<HTMLLIElement>(null);
  const decision = useDecide(request.id, {
    onDecided: ({ kind }) => onDecided(kind === 'approve' ? t(texts.approved) : t(texts.rejected)),
    onGone,
  });
  const decide: typeof decision.mutate = (made) => {
    if (!decision.isPending) decision.mutate(made);
  };
  const approve = () => decide({ kind: 'approve', ...asSuggested });
  const edit = () => {
    setEdited(asSuggested);
    setMode('edit');
  };
  const backToReading = () => {
    card.current?.focus();
    setMode('read');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && mode !== 'read') return backToReading();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && mode === 'edit') {
      event.preventDefault();
      card.current?.querySelector('form')?.requestSubmit();
      return;
    }
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea');
    if (mode !== 'read' || isTyping || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, (() => void) | undefined> = { a: approve, e: edit, r: () => setMode('reject') };
    const act = actions[event.key.toLowerCase()];
    if (!act) return;
    // Keeps the key out of the field that it opens.
    event.preventDefault();
    act();
  };
  return (
    <li
      ref={card}
      className={classes.request}
      tabIndex={-1}
      data-request={request.id}
      aria-busy={decision.isPending}
      onKeyDown={onKeyDown}
    >
      {mode === 'edit' ? (
        <DecisionForm
          submit={t(texts.approveEdited)}
          action={decision}
          onSubmit={() => decide({ kind: 'approve', ...edited })}
          onCancel={backToReading}
        >
          <SuggestionFields {...edited} onChange={(change) => setEdited({ ...edited, ...change })} />
        </DecisionForm>
      ) : (
        <TextPreview characters={typeable(request.text).characters} author={request.author} lang={request.language} />
      )}
      <RequestOrigin request={request} />
      {mode === 'read' && (
        <>
          <ErrorText error={decision.error} isBoxed />
          <div className={classes.decisions}>
            <Button kind="primary" onClick={approve}>
              <Check aria-hidden="true" />
              <span>{t(texts.approve)}</span>
            </Button>
            <Button onClick={edit}>
              <Pencil aria-hidden="true" />
              <span>{t(texts.edit)}</span>
            </Button>
            <Button kind="danger" onClick={() => setMode('reject')}>
              <X aria-hidden="true" />
              <span>{t(texts.reject)}</span>
            </Button>
          </div>
        </>
      )}
      {mode === 'reject' && (
        <DecisionForm<'reason'>
          submit={t(texts.reject)}
          kind="danger"
          action={decision}
          onSubmit={({ reason }) => decide({ kind: 'reject', reason })}
          onCancel={backToReading}
        >
          <Field
            label={t(texts.reason)}
            hint={t(texts.reasonHint)}
            name="reason"
            {...limits.reason}
            autoComplete="on"
          />
        </DecisionForm>
      )}
    </li>
  );
}
