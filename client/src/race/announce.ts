import { autorun, reaction } from 'mobx';
import type { Strings } from '../strings';
import type { Race } from './Race';

type Sentences = Strings['race']['said'];

/**
 * Says what happens in the race, once for each thing and nothing in between: the countdown's begin, the start, who
 * goes, comes back and finishes, and one's own place, or that the race is over without one. Until the answer is called.
 */
export function announce(race: Race, said: Sentences, say: (message: string) => void): () => void {
  const stops = [
    reaction(
      () => race.phase,
      (phase, before) => {
        if (phase.kind === 'starting' && before.kind !== 'starting') say(said.startsIn(phase.seconds));
        // Who comes back into a race that runs was not waiting for it.
        if (phase.kind === 'running' && before.kind === 'starting') say(said.go);
      },
    ),
    reaction(
      () => (race.delivery.result.kind === 'saved' && race.own ? race.placeOf(race.own) : null),
      (place) => place !== null && say(said.place(place)),
    ),
    reaction(
      () => race.isOver && race.outcome === null && race.delivery.result.kind === 'none',
      (isOverWithoutUs) => isOverWithoutUs && say(said.over),
    ),
    watchOthers(race, said, say),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Says what changed with the other racers since the last look. */
function watchOthers(race: Race, said: Sentences, say: (message: string) => void): () => void {
  const known = new Map<string, { isConnected: boolean; hasFinished: boolean }>();
  return autorun(() => {
    for (const { username, isConnected, outcome } of race.roster.racers.values()) {
      const before = known.get(username);
      const hasFinished = outcome !== null;
      known.set(username, { isConnected, hasFinished });
      if (!before || username === race.username) continue;
      if (before.isConnected !== isConnected) say(isConnected ? said.back(username) : said.left(username));
      if (!before.hasFinished && hasFinished) say(said.finished(username));
    }
  });
}
