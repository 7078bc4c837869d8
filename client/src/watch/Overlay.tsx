import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import { Lanes } from '../race/Lanes';
import { useRaceOfRacer } from './queries';
import * as texts from './texts';
import { useWatchedRace } from './useWatchedRace';
import classes from './Watch.module.css';

/** The race that a racer is in, on a transparent ground, for streaming programs. It follows from race to race. */
export function Component() {
  const t = useText();
  const { username = '' } = useParams();
  /** The race that has ended. */
  const [ended, setEnded] = useState<string | null>(null);
  /** The race that is shown. While it runs, the server is not asked for another. */
  const [code, setCode] = useState<string | null>(null);
  const { data, error } = useRaceOfRacer(username, code === null || code === ended);
  const asked = data?.code ?? null;
  if (asked !== code && (code === null || code === ended)) setCode(asked);
  return (
    <main className={classes.overlay} data-overlay>
      <h1 className="visually-hidden">{t(texts.overlayTitle)(username)}</h1>
      {error instanceof ApiError && error.status === 404 && <p className={classes.off}>{t(texts.overlayOff)}</p>}
      {code !== null && <Followed key={code} code={code} onOver={() => setEnded(code)} />}
    </main>
  );
}

const Followed = observer(function Followed({ code, onOver }: { code: string; onOver: () => void }) {
  const race = useWatchedRace(code, true);
  const { isOver } = race;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one end of the race, one call
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  return race.phase.kind !== 'unseen' && <Lanes race={race} />;
});
