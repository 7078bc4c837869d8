import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { type Language, languages } from '../core/text';
import * as commonTexts from '../core/texts';
import { useFormat, useText } from '../core/useText';
import { lengths } from '../history/modes';
import { ProgressCard } from '../history/Progress';
import type { RacerRace } from '../net/api';
import { BestsTable } from '../typing/BestsTable';
import { useSpeed } from '../typing/useSpeed';
import { LoadFailed } from '../ui/EmptyState';
import { Skeleton } from '../ui/Loading';
import classes from './Profile.module.css';
import { useRaces } from './queries';
import * as texts from './texts';

/** The number of last races with a link to their replay. */
const LISTED = 10;

/** A racer's speed over time, fastest races and last ones, of one language or of all. */
export function Races({ username, language }: { username: string; language: Language | undefined }) {
  const t = useText();
  const { data, error, refetch } = useRaces(username);
  if (!data) {
    if (error) return <LoadFailed title={t(texts.racesFailed)} error={error} onRetry={refetch} />;
    return <Skeleton height="34rem" />;
  }
  const isShown = (race: RacerRace) => language === undefined || race.language === language;
  const [races, bests] = [data.races.filter(isShown), data.bests.filter(isShown)];
  return (
    <>
      {races.length > 1 && <Curve races={races} />}
      {bests.length > 0 && <Bests bests={bests} />}
      {races.length > 0 && <LastRaces races={races.slice(0, LISTED)} />}
    </>
  );
}

function Curve({ races }: { races: readonly RacerRace[] }) {
  const t = useText();
  const id = useId();
  const points = races.map(({ date, wpm, accuracy }) => ({ date, wpm, accuracy, runs: 1 })).reverse();
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{t(texts.curve)(races.length)}</h2>
      <ProgressCard points={points} byDay={false} isStale={false} />
    </section>
  );
}

function Bests({ bests }: { bests: readonly RacerRace[] }) {
  const t = useText();
  const id = useId();
  const inOrder = Object.entries(lengths).flatMap(([length, name]) =>
    bests
      .filter((best) => best.length === length)
      .map((best) => ({ ...best, name: t(texts.ofLength)(t(name)), to: paths.replay(best.race) })),
  );
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{t(texts.bests)}</h2>
      <BestsTable labelledBy={id} bests={inOrder} />
    </section>
  );
}

function LastRaces({ races }: { races: readonly RacerRace[] }) {
  const t = useText();
  const id = useId();
  const format = useFormat();
  const speed = useSpeed();
  const moment = format.dates({ dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{t(texts.lastRaces)}</h2>
      <ol className={classes.races}>
        {races.map(({ race, date, language, wpm, accuracy, place, racers }) => (
          <li key={race}>
            <time dateTime={date}>{moment.format(new Date(date))}</time>
            <span className={classes.speed}>{`${speed.decimals(wpm)} ${speed.name}`}</span>
            <span>{format.accuracy(accuracy)}</span>
            <span>{t(texts.placeOf)(place, racers)}</span>
            <span lang={language}>{languages[language]}</span>
            <Link to={paths.replay(race)}>{t(commonTexts.replay)}</Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
