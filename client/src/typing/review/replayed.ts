import type { HistoryRunDetails } from '../../net/api';
import { type Rules, TypingRun } from '../rules/TypingRun';

/** Types the keys of a run again, by the rules of that time; null without them. */
export function replayed({ text, keystrokes, times, rules }: HistoryRunDetails): TypingRun | null {
  if (text === null || keystrokes === null) return null;
  const run = new TypingRun(text, 'off', rules as Rules);
  for (const [index, key] of [...keystrokes].entries()) run.press(key, times?.[index] ?? null);
  return run;
}
