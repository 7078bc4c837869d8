import Eye from 'lucide-react/icons/eye';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { Lanes } from '../race/Lanes';
import { useWatchable } from '../race/useWatchable';
import { ButtonLink } from '../ui/Button';
import { Best } from './Best';
import { Nobody } from './Nobody';
import { RaceStatus } from './RaceStatus';
import * as texts from './texts';
import { useWatchedRace } from './useWatchedRace';
import classes from './Watch.module.css';

/** The time for which the end of a race stays, in milliseconds: as long as it takes to read the places. */
const END_MS = 6000;

/** For the front page: one public race that runs, until it ends; without any, the best replay of the last day. */
export function LiveRace() {
  /** The race that is shown. */
  const [code, setCode] = useState<string | null>(null);
  /** The race that was shown before: an answer may be older than its end. */
  const [ended, setEnded] = useState<string | null>(null);
  const { data } = useWatchable(code === null);
  const featured = data?.featured ?? null;
  if (code === null && featured !== null && featured !== ended) setCode(featured);
  if (code !== null) {
    const next = () => {
      setEnded(code);
      setCode(null);
    };
    return <Live key={code} code={code} onOver={next} />;
  }
  if (!data) return null;
  return data.best ? <Best best={data.best} /> : <Nobody />;
}

const Live = observer(function Live({ code, onOver }: { code: string; onOver: () => void }) {
  const t = useText();
  const id = useId();
  const race = useWatchedRace(code);
  const { isOver } = race;
  const isUnseen = race.phase.kind === 'unseen';
  // biome-ignore lint/correctness/useExhaustiveDependencies: one end of the race, one call
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(onOver, isUnseen ? 0 : END_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return (
    <section className={classes.live} aria-labelledby={id}>
      <header className={classes.header}>
        <h2 id={id}>{t(texts.live)}</h2>
        <RaceStatus race={race} />
        <ButtonLink to={paths.watchRace(code)}>
          <Eye aria-hidden="true" />
          <span>{t(texts.watch)}</span>
        </ButtonLink>
      </header>
      {!isUnseen && <Lanes race={race} />}
    </section>
  );
});
