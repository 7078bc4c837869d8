import GhostIcon from 'lucide-react/icons/ghost';
import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import { useText } from '../../core/useText';
import type { Ghost } from '../../net/api';
import { useSpeed } from '../../typing/useSpeed';
import { Lane } from '../Lanes';
import type { Race } from '../Race';
import type { Ghosts } from './Ghosts';
import classes from './Ghosts.module.css';
import { leadOver } from './rules';
import * as texts from './texts';

export interface GhostsProps {
  race: Race;
  ghosts: Ghosts;
}

/** Ghosts have no place, and none of them is us. */
const APART = { username: '', placeOf: () => null };

/** The lanes of ghosts, below those of the racers, in a list of their own: nobody takes them for opponents. */
export const GhostLanes = observer(function GhostLanes({ race, ghosts }: GhostsProps) {
  const t = useText();
  const speed = useSpeed();
  const id = useId();
  const { startedAt } = race;
  useEffect(() => {
    // They run on when we have finished.
    if (startedAt !== null) ghosts.start(startedAt);
  }, [ghosts, startedAt]);
  useEffect(() => () => ghosts.stop(), [ghosts]);
  return (
    <section className={classes.ghosts} aria-labelledby={id}>
      <p className={classes.caption}>
        <strong id={id}>{t(texts.title)}</strong>
        <span>{t(texts.explanation)}</span>
      </p>
      <ol aria-labelledby={id}>
        {ghosts.racers.map(({ ghost, racer }) => (
          <Lane
            key={`${ghost.kind} ${ghost.username}`}
            race={APART}
            racer={racer}
            ghost={{
              label: t(texts.progress)(named(ghost, race, t(texts.inSentences))),
              name: (
                <>
                  <GhostIcon className={classes.icon} aria-hidden="true" />
                  <span className={classes.name}>{named(ghost, race, t(texts.names))}</span>
                  <span className={classes.speed}>{`${speed.decimals(ghost.wpm)} ${speed.name}`}</span>
                </>
              ),
            }}
          />
        ))}
      </ol>
    </section>
  );
});

/** Our finish compared with those of the ghosts; nothing without a finish. */
export const GhostGaps = observer(function GhostGaps({ race, ghosts }: GhostsProps) {
  const t = useText();
  if (!race.outcome) return null;
  const { time } = race.outcome;
  const sentence = (ghost: Ghost) => {
    const name = named(ghost, race, t(texts.inSentences));
    const lead = leadOver(ghost.arrivals, time);
    if (lead === 0) return t(texts.level)(name);
    return t(lead > 0 ? texts.ahead : texts.behind)(Math.abs(lead), name);
  };
  return (
    <ul className={classes.gaps}>
      {ghosts.racers.map(({ ghost }) => (
        <li key={`${ghost.kind} ${ghost.username}`}>{sentence(ghost)}</li>
      ))}
    </ul>
  );
});

/** Returns the name of a ghost as the racer sees it. */
function named({ kind, username }: Ghost, { username: ownName, seat }: Race, names: typeof texts.names.en): string {
  if (kind === 'own') return names.best(seat?.text?.language ?? 'en');
  return username === ownName ? names.own : names.of(username);
}
