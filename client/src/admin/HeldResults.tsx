import { useMemo } from 'react';
import limits from '../../openapi/limits.json';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { HeldResult } from '../net/api';
import { Findings } from '../typing/review/Findings';
import { RunReview } from '../typing/review/RunReview';
import { replayed } from '../typing/review/replayed';
import { useSpeed } from '../typing/useSpeed';
import { EmptyState, LoadFailed } from '../ui/EmptyState';
import { TextArea } from '../ui/Field';
import { Form } from '../ui/Form';
import classes from './Admin.module.css';
import { useDecideResult, useHeldResults } from './queries';
import { RequestsSkeleton } from './TextRequests';
import * as texts from './texts';

/** The results whose owners ask for a look, each with its run. */
export function HeldResults() {
  const t = useText();
  const { data, error, refetch } = useHeldResults();
  return (
    <section className="stack" aria-labelledby="held-results">
      <h2 id="held-results">{t(texts.heldResults)}</h2>
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
            <HeldResultCard key={result.id} result={result} />
          ))}
        </ul>
      )}
    </section>
  );
}

function HeldResultCard({ result: { id, username, run } }: { result: HeldResult }) {
  const t = useText();
  const { notice } = useRoot();
  const speed = useSpeed();
  const typed = useMemo(() => replayed(run), [run]);
  const decision = useDecideResult(id, (accept) =>
    notice.show(t(accept ? texts.resultAccepted : texts.resultRejected)),
  );
  const decide = (accept: boolean) => ({
    action: decision,
    onSubmit: ({ explanation }: { explanation: string }) =>
      decision.isPending || decision.mutate({ accept, explanation }),
  });
  return (
    <li className={classes.request} aria-busy={decision.isPending}>
      <h3>
        {username}, {speed.decimals(run.wpm)} {speed.name}
      </h3>
      <Findings findings={run.findings} />
      {typed && <RunReview run={typed} lang={run.language} startedAt={0} outcome={run} />}
      {[true, false].map((accept) => (
        <details key={String(accept)}>
          <summary>{t(accept ? texts.acceptResult : texts.rejectResult)}</summary>
          <Form<'explanation'>
            submit={t(accept ? texts.acceptResult : texts.rejectResult)}
            {...(!accept && { kind: 'danger' })}
            hasPrefix={false}
            {...decide(accept)}
          >
            <TextArea
              label={t(texts.reason)}
              hint={t(texts.resultReasonHint)}
              name="explanation"
              required
              {...limits.explanation}
            />
          </Form>
        </details>
      ))}
    </li>
  );
}
