import { paths } from '../core/paths';
import type { Mode } from '../net/api';
import { choiceOf, modeOf } from '../practice/rules/choice';

/**
 * Returns the address of practice in a mode of earlier runs, with all that was chosen for it if that is what `before`, the
 * query of the last choice, asks for.
 */
export function practiceIn(mode: Mode, before: string): string {
  if (modeOf(choiceOf(before)) === mode) return paths.singleplayer + before;
  const [, size, unit] = /^words(\d+)(s?)$/.exec(mode) ?? [];
  const choice = size === undefined ? { mode } : { mode: 'words', [unit ? 'seconds' : 'count']: size };
  return `${paths.singleplayer}?${new URLSearchParams(choice)}`;
}
