/** How often lanes move, in milliseconds; `--flight` in tokens.css is how long one move takes. */
const BEAT_MS = 400;

const waiting = new Set<() => void>();

/**
 * Runs `paint` at the next beat of the lanes. Racers advance many times a second, each at a moment of their own; moved
 * together and seldom, they leave the frames to the text.
 */
export function onNextBeat(paint: () => void): void {
  if (waiting.size === 0) setTimeout(beat, BEAT_MS);
  waiting.add(paint);
}

function beat(): void {
  const due = [...waiting];
  waiting.clear();
  for (const paint of due) paint();
}
