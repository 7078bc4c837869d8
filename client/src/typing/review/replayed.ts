import type { HistoryRunDetails } from '../../net/api';
import { TypingRun } from '../rules/TypingRun';

/** Types the keys of a run again; null without them. */
export function replayed({ text, keystrokes, times }: HistoryRunDetails): TypingRun | null {
  if (text === null || keystrokes === null) return null;
  const run = new TypingRun(text);
  for (const [index, key] of [...keystrokes].entries()) run.press(key, times?.[index] ?? null);
  return run;
}
