import type { Formats } from '../core/useText';

const [DAY_SECONDS, MONTH_SECONDS] = [86_400, 28 * 86_400];

/**
 * Returns the function that labels a moment of an axis, in seconds since 1970, where the labels are `step` seconds apart.
 * In the visitor's time zone, as the chart chooses the moments.
 */
export function timeLabels(format: Formats): (x: number, step: number) => string {
  const month = format.dates({ month: 'short', year: 'numeric' });
  const day = format.dates({ day: 'numeric', month: 'short' });
  const minute = format.dates({ hour: 'numeric', minute: '2-digit' });
  return (x, step) => (step >= MONTH_SECONDS ? month : step >= DAY_SECONDS ? day : minute).format(x * 1000);
}
