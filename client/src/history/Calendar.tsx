import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import { DAY_MS } from '../core/days';
import { type Formats, type Translate, useFormat, useText } from '../core/useText';
import type { TypedDay, TypedDays } from '../net/api';
import { hoursMinutesSeconds } from '../platform/format';
import { ChartTable } from '../ui/chart/ChartTable';
import { LoadFailed } from '../ui/EmptyState';
import { Skeleton } from '../ui/Loading';
import { Stat } from '../ui/Stat';
import classes from './Calendar.module.css';
import { useDays } from './queries';
import * as texts from './texts';
import { levelOf, mondayOf, type Week, weeksUntil } from './weeks';

/** The distance from one day to the next, the size of a day with the most runs, and the room for the months. */
const [STEP, SIZE, MONTHS] = [16, 14, 20];

/** The room for the names of the days of the week, and the days that have one: every second, since they are close. */
const [WEEKDAYS, NAMED_DAYS] = [36, [0, 2, 4, 6]];

/** The width of a year and of the names, by which shorter calendars are drawn as large. */
const YEAR = WEEKDAYS + 53 * STEP;

/** The sizes of the square in a day by its level: the more runs, the larger, for visitors who cannot see the color. */
const SQUARES = [0, 5, 8, 11, SIZE];

/** The days typed in the last twelve months, and the current streak. */
export function Calendar() {
  const t = useText();
  const id = useId();
  const { data, error, refetch } = useDays();
  return (
    <section className={classes.calendar} aria-labelledby={id}>
      <h2 id={id}>{t(texts.days)}</h2>
      {data ? (
        <Year {...data} />
      ) : error ? (
        <LoadFailed title={t(texts.daysFailed)} error={error} onRetry={refetch} />
      ) : (
        <Skeleton height="11rem" />
      )}
    </section>
  );
}

function Year({ today, since, days, streak, longest }: TypedDays) {
  const t = useText();
  const format = useFormat();
  const weeks = useMemo(() => weeksUntil(today, since, days), [today, since, days]);
  const isTypedToday = days.some(({ day }) => day === today);
  const seconds = days.reduce((sum, each) => sum + each.seconds, 0);
  const counted = t(texts.daysCounted);
  return (
    <>
      <dl className={classes.numbers}>
        <Stat name={t(texts.streak)} value={counted(streak)} />
        <Stat name={t(texts.longest)} value={counted(longest)} />
        <Stat name={t(texts.daysTyped)} value={format.number(days.length)} />
        <Stat name={t(texts.timeTyped)} value={hoursMinutesSeconds(seconds)} />
      </dl>
      {streak > 0 && !isTypedToday && <p className="note">{t(texts.keepStreak)}</p>}
      <Grid weeks={weeks} label={t(texts.calendarLabel)(counted(days.length), counted(streak))} />
      <div className={classes.foot}>
        <ChartTable
          title={t(texts.days)}
          columns={[t(texts.day), t(texts.runs), t(texts.timeTyped)]}
          rows={() => {
            const date = dateOf(format);
            return [...days]
              .sort((one, other) => (one.day < other.day ? 1 : -1))
              .map(({ day, runs, seconds }) => [
                date.format(new Date(day)),
                format.number(runs),
                hoursMinutesSeconds(seconds),
              ]);
          }}
        />
        <p className={classes.legend}>
          <span>{t(texts.fewer)}</span>
          <svg width={SQUARES.length * STEP} height={STEP} aria-hidden="true">
            {SQUARES.map((size, level) => (
              <Square key={size} x={level * STEP} y={1} level={level} />
            ))}
          </svg>
          <span>{t(texts.moreRuns)}</span>
        </p>
      </div>
    </>
  );
}

/** A column for each week. On narrow screens it begins at its end, the present. */
function Grid({ weeks, label }: { weeks: readonly Week[]; label: string }) {
  const t = useText();
  const format = useFormat();
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollLeft = frame.current.scrollWidth;
  }, []);
  const month = format.dates({ month: 'short', timeZone: 'UTC' });
  const weekday = format.dates({ weekday: 'short', timeZone: 'UTC' });
  const date = dateOf(format);
  const [width, height] = [WEEKDAYS + weeks.length * STEP, MONTHS + 7 * STEP];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section ref={frame} className={classes.frame} tabIndex={0} aria-label={t(texts.calendar)}>
      <svg
        className={classes.grid}
        style={{ minWidth: `${width / STEP}rem`, width: `${(width / YEAR) * 100}%` }}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
      >
        {NAMED_DAYS.map((day) => (
          <text key={day} x={0} y={MONTHS + day * STEP + SIZE - 3} className={classes.name}>
            {weekday.format(mondayOf(0) + day * DAY_MS)}
          </text>
        ))}
        {weeks.map(({ days, month: first }, column) => (
          <g key={days.find((each) => each)?.day}>
            {first && (column < weeks.length - 1 || column === 0) && (
              <text x={WEEKDAYS + column * STEP} y={MONTHS - 8} className={classes.name}>
                {month.format(new Date(first))}
              </text>
            )}
            {days.map(
              (each, row) =>
                each && (
                  <g key={each.day}>
                    <title>{dayTitle(date.format(new Date(each.day)), each, t)}</title>
                    <Square x={WEEKDAYS + column * STEP} y={MONTHS + row * STEP} level={levelOf(each.runs)} />
                  </g>
                ),
            )}
          </g>
        ))}
      </svg>
    </section>
  );
}

function Square({ x, y, level }: { x: number; y: number; level: number }) {
  const size = SQUARES[level] ?? 0;
  const inset = (SIZE - size) / 2;
  return (
    <>
      <rect className={classes.empty} x={x} y={y} width={SIZE} height={SIZE} rx={3} />
      {size > 0 && <rect className={classes.typed} x={x + inset} y={y + inset} width={size} height={size} rx={3} />}
    </>
  );
}

function dayTitle(date: string, { runs, seconds }: TypedDay, t: Translate): string {
  return runs === 0 ? date : `${date}: ${t(texts.runsCounted)(runs)}, ${hoursMinutesSeconds(seconds)}`;
}

/** The format of a day, whose date is read as its midnight in UTC. */
function dateOf(format: Formats): Intl.DateTimeFormat {
  return format.dates({ dateStyle: 'medium', timeZone: 'UTC' });
}
