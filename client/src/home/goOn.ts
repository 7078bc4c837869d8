import { paths } from '../core/paths';
import type { Mode } from '../net/api';

/** Returns the address of practice in a mode of earlier runs. */
export function practiceIn(mode: Mode): string {
  const [, size, unit] = /^words(\d+)(s?)$/.exec(mode) ?? [];
  const choice = size === undefined ? { mode } : { mode: 'words', [unit ? 'seconds' : 'count']: size };
  return `${paths.singleplayer}?${new URLSearchParams(choice)}`;
}
