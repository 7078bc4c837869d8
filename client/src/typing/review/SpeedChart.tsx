import { useMemo } from 'react';
import { useFormat, useText } from '../../core/useText';
import { Chart } from '../../ui/chart/Chart';
import type { Plot } from '../../ui/chart/drawChart';
import type { Second } from '../rules/review';
import * as typingTexts from '../texts';
import { useSpeed } from '../useSpeed';
import * as texts from './texts';

const HEIGHT_PX = 220;

/** The possible steps between the labels of the time axis, in seconds. */
const SECONDS_BETWEEN_LABELS = [1, 2, 5, 10, 15, 30, 60, 120];

/** Speed over time: the average so far, that of each second, and the mistakes. */
export function SpeedChart({ seconds }: { seconds: readonly Second[] }) {
  const t = useText();
  const format = useFormat();
  const unit = useSpeed();
  const shown = useMemo(
    () => seconds.map((second) => ({ ...second, speed: unit.of(second.speed), raw: unit.of(second.raw) })),
    [seconds, unit],
  );
  const plot = useMemo<Plot>(
    () => ({
      xs: shown.map(({ at }) => at),
      series: [
        { name: t(texts.speedLine), shape: 'curve', color: 'accent', values: shown.map(({ speed }) => speed) },
        { name: t(texts.rawLine), shape: 'dashes', color: 'accent-2', values: shown.map(({ raw }) => raw) },
        {
          name: t(typingTexts.mistake),
          shape: 'rings',
          color: 'wrong',
          values: shown.map(({ raw, mistakes }) => (mistakes > 0 ? raw : null)),
        },
      ],
      heightPx: HEIGHT_PX,
      xSteps: SECONDS_BETWEEN_LABELS,
      yEnds: (_, max) => [0, Math.max(max * 1.1, 10)],
    }),
    [shown, t],
  );
  const speeds = shown.map(({ speed }) => Math.round(speed));
  const label = t(texts.chartLabel)(
    String(Math.min(...speeds)),
    String(Math.max(...speeds)),
    String(speeds.at(-1) ?? 0),
    unit.name,
  );
  const table = {
    columns: [
      t(texts.second),
      `${t(texts.speedLine)} (${unit.name})`,
      `${t(texts.rawLine)} (${unit.name})`,
      t(texts.mistakes),
    ],
    rows: () =>
      shown.map(
        ({ at, speed, raw, mistakes }) =>
          [format.number(at), format.decimals(speed), format.decimals(raw), mistakes] as const,
      ),
  };
  return <Chart title={t(texts.chart)} label={label} plot={plot} table={table} />;
}
