import { useText } from '../core/useText';
import { Findings } from '../typing/review/Findings';
import * as verdictTexts from '../typing/review/verdict.texts';
import type { Saved } from './FinishDelivery';

interface Props {
  result: Saved;
}

/** The findings against our result and, if it is held back, the next step. */
export function Doubts({ result: { isHeld, findings, look } }: Props) {
  const t = useText();
  return (
    <>
      <Findings findings={findings} />
      {isHeld && <p>{t(verdictTexts.next)}</p>}
      {isHeld && look !== null && <p>{t(verdictTexts.look)(look)}</p>}
    </>
  );
}
