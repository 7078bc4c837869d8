import { useText } from '../core/useText';
import type { HistoryRunDetails } from '../net/api';
import { Findings } from '../typing/review/Findings';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useAskForLook } from './queries';
import * as texts from './texts';

/** The verdict about a race, with what speaks against it, and the button to ask for a look. */
export function Verdict({ run: { id, verdict, findings, review, credited } }: { run: HistoryRunDetails }) {
  const t = useText();
  const ask = useAskForLook(id);
  if (verdict === null) return null;
  const isWaiting = review !== null && review.asked !== null && review.decided === null;
  return (
    <section className="card stack" aria-labelledby="verdict">
      <h2 id="verdict">{t(texts.verdicts[verdict])}</h2>
      {credited !== null && credited > 0 && <p className="soft">{t(texts.credited)(credited)}</p>}
      <Findings findings={findings} />
      {review?.explanation && <p>{t(texts.decision)(review.explanation)}</p>}
      {verdict === 'held' && (
        <>
          <p>{isWaiting ? t(texts.lookAsked) : t(texts.heldHint)}</p>
          <ErrorText error={ask.error} />
          {!isWaiting && <Button onClick={() => ask.isPending || ask.mutate()}>{t(texts.askForLook)}</Button>}
        </>
      )}
    </section>
  );
}
