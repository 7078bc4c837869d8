import ArrowRight from 'lucide-react/icons/arrow-right';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Play from 'lucide-react/icons/play';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import { modes } from '../history/modes';
import { useDays } from '../history/queries';
import type { DailyRace, HistoryRun, TypedDays } from '../net/api';
import { hoursMinutesSeconds } from '../platform/format';
import { useDailyRace } from '../today/queries';
import { useSpeed } from '../typing/useSpeed';
import { ButtonLink } from '../ui/Button';
import { Stat } from '../ui/Stat';
import { practiceIn } from './goOn';
import classes from './MemberStart.module.css';
import * as texts from './memberTexts';
import { useLastRuns } from './queries';

/** The start of a member's day: the streak, today's race, the last runs. */
export const MemberStart = observer(function MemberStart() {
  const t = useText();
  const { settings, services } = useRoot();
  const { textLanguage } = settings;
  const days = useDays().data;
  const race = useDailyRace(textLanguage, null).data;
  const runs = useLastRuns().data;
  const practiced = runs?.find(({ kind }) => kind === 'practice');
  return (
    <div className={classes.start}>
      <h1>{t(texts.yourDay)}</h1>
      <Streak days={days} />
      <div className={classes.ways}>
        <ButtonLink
          to={practiced ? practiceIn(practiced.mode, services.storage.get('practiceMode') ?? '') : paths.singleplayer}
        >
          <Play aria-hidden="true" />
          <span>{practiced ? t(texts.goOn)(t(modes[practiced.mode])) : t(commonTexts.singleplayerHint)}</span>
        </ButtonLink>
        <Today race={race} />
      </div>
      <LastRuns runs={runs} />
    </div>
  );
});

function Streak({ days }: { days: TypedDays | undefined }) {
  const t = useText();
  const typed = days?.days.find(({ day }) => day === days.today);
  const counted = t(texts.days);
  return (
    <>
      <dl className={classes.numbers}>
        <Stat name={t(texts.streak)} value={days ? counted(days.streak) : '–'} />
        <Stat name={t(texts.typedToday)} value={days ? hoursMinutesSeconds(typed?.seconds ?? 0) : '–'} />
        <Stat name={t(texts.runsToday)} value={days ? (typed?.runs ?? 0) : '–'} />
      </dl>
      <p className={classes.note}>
        {days && t(typed ? texts.streakKept : days.streak > 0 ? texts.keepStreak : texts.beginStreak)}
      </p>
    </>
  );
}

/** Today's race: an attempt that is open, under way, or over, with its place. */
function Today({ race }: { race: DailyRace | undefined }) {
  const t = useText();
  const status = race && (race.own ? t(texts.place)(race.own.rank, race.racers) : t(texts.attempts[race.attempt]));
  return (
    <ButtonLink to={paths.today}>
      <CalendarDays aria-hidden="true" />
      <span>{`${t(texts.today)}${status ? `: ${status}` : ''}`}</span>
    </ButtonLink>
  );
}

function LastRuns({ runs }: { runs: readonly HistoryRun[] | undefined }) {
  const t = useText();
  const id = useId();
  const speed = useSpeed();
  const format = useFormat();
  const moment = format.dates({ dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section className={classes.runs} aria-labelledby={id}>
      <header className="bar">
        <h2 id={id}>{t(texts.lastRuns)}</h2>
        <Link to={paths.history} className={classes.all}>
          <span>{t(commonTexts.history)}</span>
          <ArrowRight size="1rem" aria-hidden="true" />
        </Link>
      </header>
      <div className={classes.list}>
        {runs?.length === 0 ? (
          <p className="soft">{t(texts.noRuns)}</p>
        ) : (
          <ol>
            {runs?.map(({ id: run, kind, mode, wpm, accuracy, date }) => (
              <li key={run}>
                <Link to={paths.run(run)}>{kind === 'race' ? t(texts.race) : t(modes[mode])}</Link>
                <span className={classes.speed}>{`${speed.decimals(wpm)} ${speed.name}`}</span>
                <span>{format.accuracy(accuracy)}</span>
                <time dateTime={date}>{moment.format(new Date(date))}</time>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
