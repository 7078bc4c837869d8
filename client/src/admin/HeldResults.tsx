import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import limits from '../../openapi/limits.json';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import type { HeldResult } from '../net/api';
import { Findings } from '../typing/review/Findings';
import { RunReview } from '../typing/review/RunReview';
import { replayed } from '../typing/review/replayed';
import { useSpeed } from '../typing/useSpeed';
import { Button } from '../ui/Button';
import { EmptyState, LoadFailed } from '../ui/EmptyState';
import { TextArea } from '../ui/Field';
import classes from './Admin.module.css';
import { DecisionForm } from './DecisionForm';
import { useDecideResult, useHeldResults } from './queries';
import { RequestsSkeleton } from './TextRequests';
import * as texts from './texts';

/** The results whose owners ask for a review, each with its run. */
export function HeldResults() {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useHeldResults();
  return (
    <section className="stack" aria-labelledby="held-results">
      <header className={classes.header}>
        <h2 id="held-results" ref={heading} tabIndex={-1}>
          <span>{t(texts.heldResults)}</span>
          {data !== undefined && data.open > 0 && <span className={classes.count}>{data.open}</span>}
        </h2>
      </header>
      {data === undefined ? (
        error ? (
          <LoadFailed title={t(texts.heldFailed)} error={error} onRetry={refetch} />
        ) : (
          <RequestsSkeleton />
        )
      ) : data.results.length === 0 ? (
        <EmptyState>
          <p>{t(texts.noneHeld)}</p>
        </EmptyState>
      ) : (
        <ul className="stack">
          {data.results.map((result) => (
            <HeldResultCard key={result.id} result={result} onDecided={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface Props {
  result: HeldResult;
  onDecided: () => void;
}

function HeldResultCard({ result: { id, username, run }, onDecided }: Props) {
  const t = useText();
  const format = useFormat();
  const speed = useSpeed();
  const { notice } = useRoot();
  const card = useRef<HTMLLIElement>(null);
  const [mode, setMode] = useState<'read' | 'accept' | 'reject'>('read');
  const typed = useMemo(() => replayed(run), [run]);
  const decision = useDecideResult(id, (accept) => {
    notice.show(t(accept ? texts.resultAccepted : texts.resultRejected));
    onDecided();
  });
  return (
    <li ref={card} className={classes.request} tabIndex={-1} aria-busy={decision.isPending}>
      <h3 className="cluster">
        <Link to={paths.user(username)}>{username}</Link>
        <span>{`${speed.decimals(run.wpm)} ${speed.name}`}</span>
      </h3>
      <p className="soft cluster">
        <time dateTime={run.date}>{format.date(run.date)}</time>
        {run.race !== null && <Link to={paths.replay(run.race)}>{t(commonTexts.replay)}</Link>}
      </p>
      <Findings findings={run.findings} />
      {typed && (
        <div className={classes.review}>
          <RunReview run={typed} lang={run.language} startedAt={0} outcome={run} />
        </div>
      )}
      {mode === 'read' ? (
        <div className={classes.decisions}>
          <Button kind="primary" onClick={() => setMode('accept')}>
            <Check aria-hidden="true" />
            <span>{t(texts.decisions.accept)}</span>
          </Button>
          <Button kind="danger" onClick={() => setMode('reject')}>
            <X aria-hidden="true" />
            <span>{t(texts.decisions.reject)}</span>
          </Button>
        </div>
      ) : (
        <DecisionForm<'explanation'>
          submit={t(texts.decisions[mode])}
          kind={mode === 'accept' ? 'primary' : 'danger'}
          action={decision}
          onSubmit={({ explanation }) => decision.mutate({ accept: mode === 'accept', explanation })}
          onCancel={() => {
            card.current?.focus();
            setMode('read');
          }}
        >
          <TextArea
            label={t(texts.reason)}
            hint={t(texts.resultReasonHint)}
            name="explanation"
            required
            {...limits.explanation}
          />
        </DecisionForm>
      )}
    </li>
  );
}
