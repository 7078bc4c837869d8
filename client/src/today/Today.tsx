import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import type { DailyRace } from '../net/api';
import { IconLink } from '../ui/Button';
import { LoadFailed } from '../ui/EmptyState';
import { LanguageChoice } from '../ui/LanguageChoice';
import { LoadingBlock } from '../ui/Loading';
import { ScreenHeader } from '../ui/ScreenHeader';
import { Attempt } from './Attempt';
import { Board } from './Board';
import { useDailyRace } from './queries';
import { askedIn, dayAfter, searchOf } from './rules';
import classes from './Today.module.css';
import * as texts from './texts';

/** The race of the day: the visitor's attempt, and the board. Earlier days have only a board. */
export const Component = observer(function Today() {
  const t = useText();
  const id = useId();
  const { settings } = useRoot();
  const [search, setSearch] = useSearchParams();
  const asked = askedIn(search);
  const language = asked.language ?? settings.textLanguage;
  const { data, error, refetch } = useDailyRace(language, asked.day);
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t(texts.title)} lead={t(texts.lead)}>
        <div>
          <span id={id} className="visually-hidden">
            {t(texts.language)}
          </span>
          <LanguageChoice
            labelledBy={id}
            chosen={language}
            onChoose={(chosen) => setSearch(searchOf({ ...asked, language: chosen }), { replace: true })}
          />
        </div>
      </ScreenHeader>
      {data ? (
        <Day race={data} />
      ) : error ? (
        <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />
      ) : (
        <LoadingBlock label={t(texts.loading)} height="40rem" />
      )}
    </div>
  );
});

function Day({ race }: { race: DailyRace }) {
  const t = useText();
  const { day, today, language } = race;
  const isToday = day === today;
  const to = (other: string | null) => paths.today + searchOf({ day: other, language });
  return (
    <>
      {isToday && <Attempt race={race} />}
      <section className={classes.board} aria-labelledby="board-title">
        <header className="bar">
          <h2 id="board-title">{t(texts.board)}</h2>
          <nav className={classes.days} aria-label={t(texts.days)}>
            <IconLink label={t(texts.dayBefore)} to={to(dayAfter(day, -1))}>
              <ChevronLeft aria-hidden="true" />
            </IconLink>
            <DayName day={day} />
            {!isToday && (
              <IconLink label={t(texts.dayAfter)} to={to(dayAfter(day, 1) === today ? null : dayAfter(day, 1))}>
                <ChevronRight aria-hidden="true" />
              </IconLink>
            )}
          </nav>
        </header>
        <Board race={race} isToday={isToday} />
      </section>
    </>
  );
}

/** A UTC day in words. */
export function DayName({ day }: { day: string }) {
  const format = useFormat();
  const name = format.dates({ dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
  return <time dateTime={day}>{name}</time>;
}
