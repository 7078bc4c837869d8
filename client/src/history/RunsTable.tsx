import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../core/paths';
import { languages } from '../core/text';
import { type Formats, type Translate, useFormat, useText } from '../core/useText';
import type { HistoryRun } from '../net/api';
import { type SpeedUnit, useSpeed } from '../typing/useSpeed';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorText } from '../ui/ErrorText';
import { Table } from '../ui/Table';
import { modes } from './modes';
import type { useRuns } from './queries';
import classes from './RunsTable.module.css';
import * as texts from './texts';

interface Props {
  runs: readonly HistoryRun[];
  query: ReturnType<typeof useRuns>;
  onClear: () => void;
}

/** The runs, newest first, with a button for more. Narrow screens show them as cards. */
export function RunsTable({ runs, query, onClear }: Props) {
  const t = useText();
  const format = useFormat();
  const speed = useSpeed();
  const body = useRef<HTMLTableSectionElement>(null);
  const firstNew = useRef<number>(null);
  const showMore = () => {
    firstNew.current = runs.length;
    void query.fetchNextPage().then(({ isFetchNextPageError }) => {
      // A longer list that comes later is another one.
      if (isFetchNextPageError) firstNew.current = null;
    });
  };
  useEffect(() => {
    if (firstNew.current === null || firstNew.current >= runs.length) return;
    // The button may be gone; the keyboard continues at the new runs.
    body.current?.rows[firstNew.current]?.querySelector('a')?.focus();
    firstNew.current = null;
  }, [runs.length]);
  if (runs.length === 0) {
    return (
      <EmptyState>
        <p>{t(texts.noneFound)}</p>
        <Button onClick={onClear}>{t(texts.clear)}</Button>
      </EmptyState>
    );
  }
  const columns = numberColumns(t, format, speed);
  const moment = format.dates({ dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="stack">
      <Table look="cards" className={classes.runs} isStale={query.isPlaceholderData} aria-labelledby="history-runs">
        <thead>
          <tr>
            <th scope="col">{t(texts.run)}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <RunName run={run} moment={moment.format(new Date(run.date))} />
              </th>
              {columns.map(({ title, cell }) => (
                <td key={title} data-title={title}>
                  {cell(run)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <ErrorText error={query.isFetchNextPageError ? query.error : null} />
      <div className={classes.more}>
        {query.hasNextPage && (
          <Button onClick={showMore} isBlocked={query.isFetchingNextPage}>
            {t(texts.more)}
          </Button>
        )}
        <p className="note" role="status">
          {t(texts.shown)(runs.length)}
        </p>
      </div>
    </div>
  );
}

/** The beginning of the text, which links to the review, and what kind of run it was. */
function RunName({ run, moment }: { run: HistoryRun; moment: string }) {
  const t = useText();
  const { search } = useLocation();
  const facts = [
    t(texts.kindOf[run.kind]),
    ...(run.mode === 'text' ? [] : [t(modes[run.mode])]),
    ...(run.unranked ? [t(texts.unranked)] : []),
    ...(run.mark === null ? [] : [t(texts.marks[run.mark])]),
  ];
  return (
    <div className={classes.name}>
      <Link to={paths.run(run.id)} state={{ filters: search }} className={classes.excerpt}>
        {run.excerpt === '' ? (
          <span>{t(texts.noText)}</span>
        ) : (
          <span lang={run.language} translate="no">
            {run.excerpt.length < run.length ? `${run.excerpt.trimEnd()}…` : run.excerpt}
          </span>
        )}
      </Link>
      <p className={classes.facts}>
        <time dateTime={run.date}>{moment}</time>
        <span>{facts.join(' · ')}</span>
        <span lang={run.language}>{languages[run.language]}</span>
      </p>
    </div>
  );
}

interface Column {
  title: string;
  cell: (run: HistoryRun) => string;
}

function numberColumns(t: Translate, format: Formats, speed: SpeedUnit): readonly Column[] {
  const known = (value: number | null, show: (value: number) => string) => (value === null ? '–' : show(value));
  return [
    { title: `${t(texts.speed)} (${speed.name})`, cell: ({ wpm }) => speed.decimals(wpm) },
    { title: `${t(texts.raw)} (${speed.name})`, cell: ({ rawWpm }) => known(rawWpm, speed.decimals) },
    { title: t(texts.accuracy), cell: ({ accuracy }) => format.accuracy(accuracy) },
    {
      title: t(texts.consistency),
      cell: ({ consistency }) => known(consistency, (value) => format.percent(Math.round(value))),
    },
    { title: `${t(texts.time)} (s)`, cell: ({ time }) => format.decimals(time) },
    {
      title: t(texts.place),
      cell: ({ place, racers }) => (place === null || racers === null ? '–' : t(texts.placeOf)(place, racers)),
    },
  ];
}
