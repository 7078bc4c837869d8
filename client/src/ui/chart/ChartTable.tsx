import { useText } from '../../core/useText';
import { Details } from '../Details';
import { Table } from '../Table';
import classes from './Chart.module.css';
import * as texts from './texts';

/** The numbers of a chart. */
export interface ChartNumbers {
  columns: readonly string[];
  /** Returns a value for each column, row by row; the first names its row. Called once the table is open. */
  rows: () => readonly (readonly [name: string, ...values: (string | number)[]])[];
}

/** A table that the visitor can open. */
export function ChartTable({ title, columns, rows }: ChartNumbers & { title: string }) {
  const t = useText();
  return (
    <Details summary={t(texts.asTable)}>
      {() => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        <section className={classes.scroll} tabIndex={0} aria-label={title}>
          <Table look="plain" className={classes.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map(([name, ...values], index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name
                <tr key={index}>
                  <th scope="row">{name}</th>
                  {values.map((value, column) => (
                    <td key={columns[column + 1]}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </Details>
  );
}
