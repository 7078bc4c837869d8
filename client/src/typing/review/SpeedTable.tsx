import { useStrings } from '../../app/useStrings';
import type { Second } from '../rules/review';
import edge from './ScrollEdge.module.css';
import classes from './SpeedChart.module.css';

/** The numbers of the chart, for those who would rather read them. */
export function SpeedTable({ seconds }: { seconds: readonly Second[] }) {
  const strings = useStrings();
  return (
    <details className={classes.details}>
      <summary>{strings.review.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className={`${classes.scroll} ${edge.edge}`} tabIndex={0} aria-label={strings.review.chart}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{strings.review.second}</th>
              <th scope="col">{`${strings.review.speedLine} (${strings.common.wpm})`}</th>
              <th scope="col">{`${strings.review.rawLine} (${strings.common.wpm})`}</th>
              <th scope="col">{strings.review.mistakes}</th>
            </tr>
          </thead>
          <tbody>
            {seconds.map(({ at, speed, raw, mistakes }) => (
              <tr key={at}>
                <th scope="row">{strings.format.number(at)}</th>
                <td>{strings.format.decimals(speed)}</td>
                <td>{strings.format.decimals(raw)}</td>
                <td>{mistakes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
