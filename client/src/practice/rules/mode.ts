/** The name of a mode, as in `shared/src/mode.rs`. */
export type Mode =
  | 'text'
  | 'words15s'
  | 'words30s'
  | 'words60s'
  | 'words120s'
  | 'words10'
  | 'words25'
  | 'words50'
  | 'words100'
  | 'weak'
  | 'own';

/** The milliseconds after which a run of `mode` ends; null if it ends when the text is typed. */
export function limitOf(mode: Mode): number | null {
  const seconds = /^words(\d+)s$/.exec(mode)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
