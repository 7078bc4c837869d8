import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { type Formats, type Translate, useFormat, useText } from '../core/useText';
import type { LeaderboardRow, LeaderboardType } from '../net/api';
import { average } from '../typing/rules/score';
import { EmptyState } from '../ui/EmptyState';
import { Flag } from '../ui/Flag';
import { SkinImage } from '../ui/SkinImage';
import { Table } from '../ui/Table';
import classes from './Leaderboard.module.css';
import * as texts from './texts';

interface Props {
  rows: readonly LeaderboardRow[];
  sortedBy: LeaderboardType;
  /** Dims rows of the previous order while the new ones load. */
  isStale: boolean;
  /** True if only racers of one division are shown. */
  isOfDivision: boolean;
}

interface Column {
  type: LeaderboardType;
  title: string;
  cell: (row: LeaderboardRow) => ReactNode;
}

const numberColumns = (t: Translate, format: Formats): readonly Column[] => [
  { type: 'wpm', title: t(texts.wpm), cell: (row) => `${format.decimals(average(row.wpm))} ${t(commonTexts.wpm)}` },
  { type: 'racesTotal', title: t(texts.racesTotal), cell: (row) => format.number(row.racesTotal) },
  { type: 'racesWon', title: t(commonTexts.racesWon), cell: (row) => format.number(row.racesWon) },
  {
    type: 'bestRace',
    title: t(texts.bestRace),
    cell: ({ bestRace, bestRaceId }) => {
      const speed = `${format.decimals(bestRace)} ${t(commonTexts.wpm)}`;
      return bestRaceId === null ? (
        speed
      ) : (
        <Link to={paths.replay(bestRaceId)} title={t(commonTexts.replay)}>
          {speed}
        </Link>
      );
    },
  },
  { type: 'accuracy', title: t(texts.accuracy), cell: (row) => format.accuracy(average(row.accuracy)) },
  { type: 'age', title: t(commonTexts.since), cell: (row) => format.date(row.creationDate) },
];

/** The best come first; of ages, the earliest date. */
function order(type: LeaderboardType): 'ascending' | 'descending' {
  return type === 'age' ? 'ascending' : 'descending';
}

/** The rows of the leaderboard; narrow screens show them as cards. */
export function LeaderboardTable({ rows, sortedBy, isStale, isOfDivision }: Props) {
  const t = useText();
  const format = useFormat();
  if (rows.length === 0) {
    return (
      <EmptyState>
        <SkinImage skin="hummingbird" size={96} />
        <p>{t(isOfDivision ? texts.emptyDivision : texts.empty)}</p>
      </EmptyState>
    );
  }
  const numbers = numberColumns(t, format);
  return (
    <Table look="cards" className={classes.table} isStale={isStale} aria-labelledby="leaderboard-title">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t(texts.place)}</span>
          </th>
          <th scope="col">{t(texts.username)}</th>
          {numbers.map(({ type, title }) => (
            <th
              key={type}
              scope="col"
              data-sorted={type === sortedBy}
              aria-sort={type === sortedBy ? order(type) : undefined}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.username}>
            <td className={classes.place}>{index + 1}</td>
            <th scope="row" className={classes.name}>
              <Link to={paths.user(row.username)}>{row.username}</Link>
              <Flag country={row.country} />
            </th>
            {numbers.map(({ type, title, cell }) => (
              <td key={type} data-sorted={type === sortedBy} data-title={title}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
