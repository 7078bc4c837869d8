import { autorun, compareStructural, reaction } from 'mobx';
import { useEffect, useState } from 'react';
import { useText } from '../core/useText';
import type { Race } from './Race';
import * as texts from './texts';

type Announcements = typeof texts.announcements.en;

/** Announces the events of a race to screen readers. */
export function RaceAnnouncer({ race }: { race: Race }) {
  const t = useText();
  const [message, show] = useState('');
  useEffect(() => announce(race, t(texts.announcements), together(show)), [race, t]);
  return (
    <p className="visually-hidden" role="status">
      {message}
    </p>
  );
}

/** The most racers whose coming, going and finish are announced. */
const MOST_ANNOUNCED = 5;

function isCrowd({ roster }: Race): boolean {
  return roster.racers.size > MOST_ANNOUNCED;
}

/** Joins the messages of one update into one, because only the last text of a live region is read. */
export function together(show: (message: string) => void): (message: string) => void {
  let messages: string[] = [];
  return (message) => {
    if (messages.length === 0) {
      queueMicrotask(() => {
        messages = [];
      });
    }
    messages.push(message);
    show(messages.join('. '));
  };
}

/**
 * Announces each event of the race once: racers who join, that we may start the race of friends, the beginning of the countdown, the start, racers who leave,
 * return or finish, and our own place, or the end of the race if we have none. Returns a function that ends the
 * announcements.
 */
export function announce(race: Race, announcements: Announcements, say: (message: string) => void): () => void {
  const stops = [
    reaction(
      () => race.phase,
      (phase, before) => {
        if (phase.kind === 'starting' && before.kind !== 'starting') say(announcements.startsIn(phase.seconds));
        // A racer who returns to a running race was not waiting for its start.
        if (phase.kind === 'running' && before.kind === 'starting') say(announcements.go);
      },
    ),
    reaction(
      () => race.starter !== null && race.starter === race.username,
      (isOurs) => isOurs && say(announcements.youBegin),
    ),
    reaction(
      () => (race.delivery.result.kind === 'saved' && race.own ? race.placeOf(race.own) : null),
      (place) => place !== null && say(announcements.place(place)),
    ),
    reaction(
      () => race.isOver && race.outcome === null && race.delivery.result.kind === 'none',
      (isOverWithoutUs) => isOverWithoutUs && say(announcements.over),
    ),
    watchSeats(race, announcements, say),
    watchOthers(race, announcements, say),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Announces racers who join or leave before the start, those of the same second together. */
function watchSeats(race: Race, announcements: Announcements, say: (message: string) => void): () => void {
  return reaction(
    () => (race.isBeforeStart && !isCrowd(race) ? [...race.roster.racers.keys()].sort() : null),
    (seated, before) => {
      if (!seated || !before) return;
      const joined = seated.filter((username) => !before.includes(username));
      const left = before.filter((username) => !seated.includes(username)).map(announcements.left);
      say([...(joined.length > 0 ? [announcements.joined(joined)] : []), ...left].join('. '));
    },
    { delay: 1000, equals: compareStructural },
  );
}

/** Announces changes of the other racers. */
function watchOthers(race: Race, announcements: Announcements, say: (message: string) => void): () => void {
  const known = new Map<string, { isConnected: boolean; hasFinished: boolean }>();
  return autorun(() => {
    for (const { username, isConnected, outcome } of race.roster.racers.values()) {
      const before = known.get(username);
      const hasFinished = outcome !== null;
      known.set(username, { isConnected, hasFinished });
      if (!before || username === race.username || isCrowd(race)) continue;
      if (before.isConnected !== isConnected)
        say(isConnected ? announcements.back(username) : announcements.disconnected(username));
      if (!before.hasFinished && hasFinished) say(announcements.finished(username));
    }
  });
}
