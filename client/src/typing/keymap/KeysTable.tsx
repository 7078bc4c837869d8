import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useId, useState } from 'react';
import { useFormat, useText } from '../../core/useText';
import type { KeyFigures } from '../../net/api';
import { Button } from '../../ui/Button';
import { Choice } from '../../ui/Choice';
import { Table } from '../../ui/Table';
import { missedShare } from './heat';
import classes from './KeysView.module.css';
import * as texts from './texts';

/** The rows that are shown at first. */
const FIRST_ROWS = 30;

/** The columns by which the table can be sorted, with the value of each. */
const VALUES = {
  key: ({ key }: KeyFigures) => key,
  typed: ({ typed }: KeyFigures) => typed,
  missed: missedShare,
  mean: ({ meanMs }: KeyFigures) => meanMs ?? -1,
  median: ({ medianMs }: KeyFigures) => medianMs ?? -1,
};

type Column = keyof typeof VALUES;

const COLUMNS = Object.keys(VALUES) as Column[];

interface Props {
  characters: readonly KeyFigures[];
  pairs: readonly KeyFigures[];
  /** The presses from which keys are compared. */
  comparedFrom: number;
}

/** The figures of every character, or of every pair. A click on the head of a column sorts by it. */
export function KeysTable({ characters, pairs, comparedFrom }: Props) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const [isOfPairs, setOfPairs] = useState(false);
  const [{ column, isDescending }, setOrder] = useState<{ column: Column; isDescending: boolean }>({
    column: 'missed',
    isDescending: true,
  });
  const [isWhole, setWhole] = useState(false);
  const all = isOfPairs ? pairs : characters;
  const sorted = sortedBy(column, isDescending, all, comparedFrom);
  const rows = isWhole ? sorted : sorted.slice(0, FIRST_ROWS);
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  const time = (ms: number | null) => (ms === null ? '–' : format.number(Math.round(ms)));
  return (
    <div className="stack">
      <div className={classes.control}>
        <span id={id}>{t(texts.tableOf)}</span>
        <Choice
          labelledBy={id}
          options={[
            { value: 'characters', label: t(texts.characters) },
            { value: 'pairs', label: t(texts.pairs) },
          ]}
          chosen={isOfPairs ? 'pairs' : 'characters'}
          onChoose={(chosen) => {
            setOfPairs(chosen === 'pairs');
            setWhole(false);
          }}
        />
      </div>
      <div className={classes.frame}>
        <Table look="plain" className={classes.table} aria-label={t(isOfPairs ? texts.pairs : texts.characters)}>
          <thead>
            <tr>
              {COLUMNS.map((each) => (
                <th
                  key={each}
                  scope="col"
                  aria-sort={each === column ? (isDescending ? 'descending' : 'ascending') : undefined}
                >
                  <button
                    type="button"
                    onClick={() =>
                      setOrder({ column: each, isDescending: each === column ? !isDescending : each !== 'key' })
                    }
                  >
                    <span>{t(each === 'key' && isOfPairs ? texts.pair : texts.columns[each])}</span>
                    {each === column && <Arrow size="0.9rem" aria-hidden="true" />}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((figures) => (
              <tr key={figures.key} data-rare={figures.typed < comparedFrom}>
                <th scope="row">
                  <kbd translate="no">{figures.key === ' ' ? t(texts.space) : figures.key.replaceAll(' ', '␣')}</kbd>
                </th>
                <td>{format.number(figures.typed)}</td>
                <td>{format.percent(Math.round(missedShare(figures) * 1000) / 10)}</td>
                <td>{time(figures.meanMs)}</td>
                <td>{time(figures.medianMs)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {rows.length < all.length && (
        <div>
          <Button onClick={() => setWhole(true)}>{t(texts.all)(all.length)}</Button>
        </div>
      )}
    </div>
  );
}

/** Orders keys. Those typed too rarely to be compared come last; of equal ones, those typed more often come first. */
function sortedBy(
  column: Column,
  isDescending: boolean,
  all: readonly KeyFigures[],
  comparedFrom: number,
): KeyFigures[] {
  const value = VALUES[column];
  const order = isDescending ? -1 : 1;
  const isRare = ({ typed }: KeyFigures) => Number(typed < comparedFrom);
  return [...all].sort((one, other) => {
    if (isRare(one) !== isRare(other)) return isRare(one) - isRare(other);
    const [left, right] = [value(one), value(other)];
    if (left === right) return other.typed - one.typed;
    return left < right ? -order : order;
  });
}
