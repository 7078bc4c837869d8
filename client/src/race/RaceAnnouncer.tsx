import { useEffect, useState } from 'react';
import { useStrings } from '../app/useStrings';
import { announce } from './announce';
import type { Race } from './Race';

/** Tells those who do not see the lanes what happens in the race. */
export function RaceAnnouncer({ race }: { race: Race }) {
  const strings = useStrings();
  const [message, say] = useState('');
  useEffect(() => announce(race, strings.race.said, say), [race, strings]);
  return (
    <p className="visually-hidden" role="status">
      {message}
    </p>
  );
}
