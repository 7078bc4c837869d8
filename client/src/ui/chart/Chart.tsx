import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import 'uplot/dist/uPlot.min.css';
import { useRoot } from '../../core/useRoot';
import classes from './Chart.module.css';
import { type ChartNumbers, ChartTable } from './ChartTable';
import { drawChart, type Plot } from './drawChart';

interface Props {
  title: string;
  /** The content of the chart, in a sentence. */
  label: string;
  plot: Plot;
  /** The same numbers. */
  table: ChartNumbers;
  /** Controls between the title and the chart. */
  children?: ReactNode;
}

/** A chart with its title and its legend. A table below has the same numbers. */
export const Chart = observer(function Chart({ title, label, plot, table, children }: Props) {
  const { theme } = useRoot().settings;
  const place = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const medium = useMedium();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme changes the colors that the chart reads
  useLayoutEffect(() => {
    if (!place.current || !legend.current) return;
    return drawChart(place.current, legend.current, plot);
  }, [plot, theme, medium]);
  return (
    <div className={classes.chart}>
      <div className={classes.head}>
        <h3>{title}</h3>
        <ul ref={legend} className={classes.legend}>
          {plot.series.map(({ name, shape, color }) => (
            <li key={name} data-shape={shape} data-color={color}>
              {name}
            </li>
          ))}
        </ul>
      </div>
      {children}
      <div
        ref={place}
        className={classes.plot}
        style={{ height: plot.heightPx }}
        data-draggable={plot.onDrag !== undefined}
        role="img"
        aria-label={label}
      />
      <ChartTable title={title} {...table} />
    </div>
  );
});

/** Changes when the page is printed, or gets the colors of the system, in time for what is drawn then. */
function useMedium(): string {
  const [medium, setMedium] = useState('');
  useEffect(() => {
    const queries = ['print', '(forced-colors: active)'].map((query) => window.matchMedia(query));
    const read = () => flushSync(() => setMedium(queries.map(({ matches }) => matches).join()));
    for (const query of queries) query.addEventListener('change', read);
    return () => {
      for (const query of queries) query.removeEventListener('change', read);
    };
  }, []);
  return medium;
}
