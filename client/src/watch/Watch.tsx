import { paths } from '../core/paths';
import { languages } from '../core/text';
import { useFormat, useText } from '../core/useText';
import type { WatchableRace } from '../net/api';
import { useWatchable } from '../race/useWatchable';
import { useSpeed } from '../typing/useSpeed';
import { ButtonLink } from '../ui/Button';
import { LoadFailed } from '../ui/EmptyState';
import { LoadingBlock } from '../ui/Loading';
import { ScreenHeader } from '../ui/ScreenHeader';
import { Best } from './Best';
import { Nobody } from './Nobody';
import * as texts from './texts';
import classes from './Watch.module.css';

/** The public races that run, or wait with others in them. */
export function Component() {
  const t = useText();
  const { data, error, refetch } = useWatchable();
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t(texts.title)} lead={t(texts.lead)} />
      {data ? (
        <>
          {data.races.length > 0 ? <Races races={data.races} /> : <Nobody />}
          {data.best && <Best best={data.best} />}
        </>
      ) : error ? (
        <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />
      ) : (
        <LoadingBlock label={t(texts.loading)} height="16rem" />
      )}
    </div>
  );
}

function Races({ races }: { races: readonly WatchableRace[] }) {
  const t = useText();
  return (
    <ul className={classes.races} aria-label={t(texts.title)}>
      {races.map((race) => (
        <RaceRow key={race.code} race={race} />
      ))}
    </ul>
  );
}

function RaceRow({ race: { code, language, racers, running } }: { race: WatchableRace }) {
  const t = useText();
  const format = useFormat();
  const speed = useSpeed();
  return (
    <li className={classes.row}>
      <p className="facts">
        <strong>{t(texts.racers)(racers)}</strong>
        <span lang={language}>{languages[language]}</span>
        <span>{running ? t(texts.typed)(format.percent(running.completed)) : t(texts.waits)}</span>
        {running && running.wpm > 0 && (
          <span>{t(texts.fastest)(`${format.number(speed.of(running.wpm))} ${speed.name}`)}</span>
        )}
      </p>
      <ButtonLink to={paths.watchRace(code)}>{t(texts.watch)}</ButtonLink>
    </li>
  );
}
