import { useText } from '../core/useText';
import type { HistoryRunDetails } from '../net/api';
import { Findings } from '../typing/review/Findings';
import * as verdictTexts from '../typing/review/verdict.texts';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useAskForLook } from './queries';
import classes from './Run.module.css';
import * as texts from './texts';

/** The verdict about a race, with what speaks against it, and the button to ask for a review. */
export function Verdict({ run }: { run: HistoryRunDetails }) {
  const t = useText();
  const { verdict, findings, credited, unranked } = run;
  if (verdict === null) return null;
  const hasFindings = findings.length > 0;
  return (
    <>
      <p className="soft facts">
        {!hasFindings && <span>{t(texts.verdicts[verdict])}</span>}
        {unranked && <span>{t(hasFindings ? texts.unrankedFirst : texts.unranked)}</span>}
        {credited !== null && credited > 0 && <span>{t(verdictTexts.credited)(credited)}</span>}
      </p>
      {hasFindings && (
        <section className="card stack" aria-labelledby="verdict">
          <h2 id="verdict">{t(texts.verdicts[verdict])}</h2>
          <Findings findings={findings} />
          {run.review !== null && <Review id={run.id} review={run.review} />}
        </section>
      )}
    </>
  );
}

interface ReviewProps {
  id: string;
  review: NonNullable<HistoryRunDetails['review']>;
}

/** The review of a result that was held back: not asked for, under way, or decided. */
function Review({ id, review: { asked, decided, explanation, look } }: ReviewProps) {
  const t = useText();
  const ask = useAskForLook(id);
  if (decided !== null) return explanation && <p className={classes.lines}>{t(texts.decision)(explanation)}</p>;
  return (
    <>
      <p role="status">{asked === null ? t(texts.heldHint) : t(texts.lookAsked)}</p>
      {look !== null && <p className="soft">{t(verdictTexts.look)(look)}</p>}
      <ErrorText error={ask.error} />
      {asked === null && (
        <div>
          <Button onClick={() => ask.mutate()} isBlocked={ask.isPending}>
            {t(texts.askForLook)}
          </Button>
        </div>
      )}
    </>
  );
}
