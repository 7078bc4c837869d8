import { useId } from 'react';
import { useFormat, useText } from '../core/useText';
import type { EventRow, EventTable } from '../net/api';
import { useSpeed } from '../typing/useSpeed';
import { Table as UiTable } from '../ui/Table';
import classes from './Event.module.css';
import * as texts from './texts';

interface Props {
  table: Pick<EventTable, 'table' | 'scoring'>;
  /** The name of the racer who sees it. */
  own?: string | undefined;
  /** The places won or lost in the last round, by racer. */
  moves?: ReadonlyMap<number, number>;
  /** The most rows; the one's own is shown in any case. */
  most?: number;
}

/** The table of an event, the first place first; nothing before a result. */
export function Table({ table: { table: all, scoring }, own, moves, most = Number.POSITIVE_INFINITY }: Props) {
  const t = useText();
  const id = useId();
  const format = useFormat();
  const speed = useSpeed();
  if (all.length === 0) return null;
  const rows = all.filter(({ name }, at) => at < most || name === own);
  const score = ({ points, wpm }: EventRow) => (scoring === 'places' ? format.number(points) : speed.decimals(wpm));
  return (
    <section className={classes.table} aria-labelledby={id}>
      <h2 id={id}>{t(texts.table)}</h2>
      <UiTable look="rows" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t(texts.place)}</th>
            <th scope="col">{t(texts.racer)}</th>
            <th scope="col">{scoring === 'places' ? t(texts.points) : speed.name}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.racer} data-own={row.name === own} data-place={row.place}>
              <td>
                <span>{row.place}</span>
                <Move by={moves?.get(row.racer) ?? 0} />
              </td>
              <th scope="row">
                <bdi>{row.name}</bdi>
              </th>
              <td>{score(row)}</td>
            </tr>
          ))}
        </tbody>
      </UiTable>
      {rows.length < all.length && <p className="note">{t(texts.others)(all.length - rows.length)}</p>}
    </section>
  );
}

/** The places that a racer has won, or lost. */
function Move({ by }: { by: number }) {
  const t = useText();
  if (by === 0) return null;
  return (
    <span className={classes.move} data-up={by > 0}>
      <span aria-hidden="true">{`${by > 0 ? '▲' : '▼'} ${Math.abs(by)}`}</span>
      <span className="visually-hidden">{t(by > 0 ? texts.up : texts.down)(Math.abs(by))}</span>
    </span>
  );
}
