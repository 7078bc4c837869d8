import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import 'uplot/dist/uPlot.min.css';
import { useRoot } from '../../core/useRoot';
import { useStrings } from '../../core/useStrings';
import { leaveFocus } from '../../ui/keys';
import type { Second } from '../rules/review';
import { drawSpeeds } from './drawSpeeds';
import classes from './SpeedChart.module.css';

/** Speed over time: the average so far, that of each second, and the mistakes. A table below has the same numbers. */
export const SpeedChart = observer(function SpeedChart({ seconds }: { seconds: readonly Second[] }) {
  const strings = useStrings();
  const { theme } = useRoot().settings;
  const place = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme changes the colors that the chart reads
  useLayoutEffect(() => {
    if (!place.current || !legend.current) return;
    return drawSpeeds(place.current, legend.current, seconds);
  }, [seconds, theme]);
  const speeds = seconds.map(({ speed }) => Math.round(speed));
  const label = strings.review.chartLabel(
    String(Math.min(...speeds)),
    String(Math.max(...speeds)),
    String(speeds.at(-1) ?? 0),
  );
  return (
    <div className={classes.chart}>
      <div className={classes.head}>
        <h3>{strings.review.chart}</h3>
        <ul ref={legend} className={classes.legend}>
          <li data-line="speed">{strings.review.speedLine}</li>
          <li data-line="raw">{strings.review.rawLine}</li>
          <li data-line="mistake">{strings.typing.mistake}</li>
        </ul>
      </div>
      <div ref={place} className={classes.plot} role="img" aria-label={label} />
      <SpeedTable seconds={seconds} />
    </div>
  );
});

/** The numbers of the chart. */
function SpeedTable({ seconds }: { seconds: readonly Second[] }) {
  const strings = useStrings();
  return (
    <details className={classes.details}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is */}
      <summary onMouseDown={leaveFocus}>{strings.review.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={strings.review.chart}>
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
