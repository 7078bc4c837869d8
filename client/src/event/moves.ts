/** What a round changed in the table of an event. Pure. */

interface Row {
  /** A number of the racer's own. */
  racer: number;
  place: number;
}

/** Returns the places that each racer has won since the table `before`; negative if they lost some. */
export function movesSince(before: readonly Row[], now: readonly Row[]): ReadonlyMap<number, number> {
  const places = new Map(before.map(({ racer, place }) => [racer, place]));
  return new Map(now.map(({ racer, place }) => [racer, (places.get(racer) ?? place) - place]));
}
