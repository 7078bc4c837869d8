import { useFormat, useText } from '../core/useText';
import type { EventTable } from '../net/api';
import { useSpeed } from '../typing/useSpeed';
import { Details } from '../ui/Details';
import { Table } from '../ui/Table';
import classes from './Event.module.css';
import * as texts from './texts';

/** The results of each round, to be opened. */
export function RoundResults({ rounds, own }: Pick<EventTable, 'rounds'> & { own?: string }) {
  const t = useText();
  const format = useFormat();
  const speed = useSpeed();
  return rounds
    .filter(({ results }) => results.length > 0)
    .map(({ number, results }) => (
      <Details key={number} summary={t(texts.resultsOf)(number)}>
        {() => (
          <Table look="rows" className={classes.rows} aria-label={t(texts.resultsOf)(number)}>
            <thead>
              <tr>
                <th scope="col">{t(texts.place)}</th>
                <th scope="col">{t(texts.racer)}</th>
                <th scope="col">{speed.name}</th>
                <th scope="col">{t(texts.accuracy)}</th>
                <th scope="col">{t(texts.seconds)}</th>
              </tr>
            </thead>
            <tbody>
              {results.map(({ racer, name, place, wpm, accuracy, time }) => (
                <tr key={racer} data-own={name === own}>
                  <td>{place ?? '–'}</td>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td>{speed.decimals(wpm)}</td>
                  <td>{format.accuracy(accuracy)}</td>
                  <td>{format.decimals(time)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Details>
    ));
}
