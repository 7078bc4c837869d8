import { Link } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useFormat, useText } from '../core/useText';
import type { BoardEntry, DailyRace } from '../net/api';
import { useSpeed } from '../typing/useSpeed';
import { EmptyState } from '../ui/EmptyState';
import { Flag } from '../ui/Flag';
import { SkinImage } from '../ui/SkinImage';
import { Table } from '../ui/Table';
import classes from './Today.module.css';
import * as texts from './texts';

/** The best results of a day, and the visitor's own if it is not among them. */
export function Board({ race: { board, own, racers }, isToday }: { race: DailyRace; isToday: boolean }) {
  const t = useText();
  if (board.length === 0) {
    return (
      <EmptyState>
        <p>{t(isToday ? texts.nobodyYet : texts.nobody)}</p>
      </EmptyState>
    );
  }
  const isListed = own && board.some(({ race }) => race === own.race);
  return (
    <>
      <Table look="rows" className={classes.table} aria-labelledby="board-title">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t(texts.rank)}</span>
            </th>
            <th scope="col">{t(texts.username)}</th>
            <th scope="col">{t(texts.speed)}</th>
            <th scope="col">{t(texts.accuracy)}</th>
            <th scope="col">{t(texts.time)}</th>
          </tr>
        </thead>
        <tbody>
          {board.map((entry) => (
            <Row key={entry.race} entry={entry} isOwn={entry.race === own?.race} />
          ))}
          {own && !isListed && <Row entry={own} isOwn isApart />}
        </tbody>
      </Table>
      <p className="note">{t(texts.racers)(racers)}</p>
    </>
  );
}

function Row({ entry, isOwn, isApart = false }: { entry: BoardEntry; isOwn: boolean; isApart?: boolean }) {
  const t = useText();
  const speed = useSpeed();
  const format = useFormat();
  return (
    <tr data-own={isOwn} data-apart={isApart}>
      <td className={classes.rank}>{entry.rank}</td>
      <th scope="row">
        <div className={classes.who}>
          <SkinImage skin={entry.skin} size={36} />
          <Link to={paths.user(entry.username)}>{entry.username}</Link>
          <Flag country={entry.country} />
          {isOwn && <span className={classes.you}>{t(texts.you)}</span>}
        </div>
      </th>
      <td>
        <Link to={paths.replay(entry.race)} title={t(commonTexts.replay)}>
          {`${speed.decimals(entry.wpm)} ${speed.name}`}
        </Link>
      </td>
      <td>{format.accuracy(entry.accuracy)}</td>
      <td>{`${format.decimals(entry.time)} ${t(commonTexts.seconds)}`}</td>
    </tr>
  );
}
