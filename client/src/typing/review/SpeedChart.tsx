import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useMemo, useRef } from 'react';
import 'uplot/dist/uPlot.min.css';
import { useRoot } from '../../core/useRoot';
import { useFormat, useText } from '../../core/useText';
import { leaveFocus } from '../../ui/keys';
import type { Second } from '../rules/review';
import * as typingTexts from '../texts';
import { useSpeed } from '../useSpeed';
import { drawSpeeds } from './drawSpeeds';
import classes from './SpeedChart.module.css';
import * as texts from './texts';

/** Speed over time: the average so far, that of each second, and the mistakes. A table below has the same numbers. */
export const SpeedChart = observer(function SpeedChart({ seconds }: { seconds: readonly Second[] }) {
  const t = useText();
  const unit = useSpeed();
  const { theme } = useRoot().settings;
  const place = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const shown = useMemo(
    () => seconds.map((second) => ({ ...second, speed: unit.of(second.speed), raw: unit.of(second.raw) })),
    [seconds, unit],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme changes the colors that the chart reads
  useLayoutEffect(() => {
    if (!place.current || !legend.current) return;
    return drawSpeeds(place.current, legend.current, shown);
  }, [shown, theme]);
  const speeds = shown.map(({ speed }) => Math.round(speed));
  const label = t(texts.chartLabel)(
    String(Math.min(...speeds)),
    String(Math.max(...speeds)),
    String(speeds.at(-1) ?? 0),
    unit.name,
  );
  return (
    <div className={classes.chart}>
      <div className={classes.head}>
        <h3>{t(texts.chart)}</h3>
        <ul ref={legend} className={classes.legend}>
          <li data-line="speed">{t(texts.speedLine)}</li>
          <li data-line="raw">{t(texts.rawLine)}</li>
          <li data-line="mistake">{t(typingTexts.mistake)}</li>
        </ul>
      </div>
      <div ref={place} className={classes.plot} role="img" aria-label={label} />
      <SpeedTable seconds={shown} unit={unit.name} />
    </div>
  );
});

/** The numbers of the chart, in the same unit. */
function SpeedTable({ seconds, unit }: { seconds: readonly Second[]; unit: string }) {
  const t = useText();
  const format = useFormat();
  return (
    <details className={classes.details}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is */}
      <summary onMouseDown={leaveFocus}>{t(texts.asTable)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t(texts.chart)}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t(texts.second)}</th>
              <th scope="col">{`${t(texts.speedLine)} (${unit})`}</th>
              <th scope="col">{`${t(texts.rawLine)} (${unit})`}</th>
              <th scope="col">{t(texts.mistakes)}</th>
            </tr>
          </thead>
          <tbody>
            {seconds.map(({ at, speed, raw, mistakes }) => (
              <tr key={at}>
                <th scope="row">{format.number(at)}</th>
                <td>{format.decimals(speed)}</td>
                <td>{format.decimals(raw)}</td>
                <td>{mistakes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
