import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import 'uplot/dist/uPlot.min.css';
import { useRoot } from '../../app/useRoot';
import { useStrings } from '../../app/useStrings';
import type { Second } from '../rules/review';
import { drawSpeeds } from './drawSpeeds';
import classes from './SpeedChart.module.css';
import { SpeedTable } from './SpeedTable';

/** Speed over time: so far, of each second, and where the mistakes were. The same numbers stand in a table below. */
export const SpeedChart = observer(function SpeedChart({ seconds }: { seconds: readonly Second[] }) {
  const strings = useStrings();
  const { theme } = useRoot();
  const place = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const isDark = theme.theme === 'dark';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, whose theme they follow
  useLayoutEffect(() => {
    if (!place.current || !legend.current) return;
    return drawSpeeds(place.current, legend.current, seconds);
  }, [seconds, isDark]);
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
          <li data-line="mistake">{strings.review.mistake}</li>
        </ul>
      </div>
      <div ref={place} className={classes.plot} role="img" aria-label={label} />
      <SpeedTable seconds={seconds} />
    </div>
  );
});
