/** The summary of a run: text that fits on one screen, and JSON in the file that SUMMARY names. */

/** The metrics shown first, in this order; the script's other metrics follow. */
const FIRST = [
  'race_join_time',
  'fanout_latency',
  'start_skew',
  'start_delay',
  'finish_to_saved',
  'reconnect_time',
  'generator_lag',
  'checks',
  'expected_updates',
  'lost_updates',
  'out_of_order_updates',
  'refused_events',
  'dropped_connections',
  'http_req_failed',
];

/** For k6: `export { handleSummary } from './lib/summary.js'`. */
export function handleSummary(data) {
  const outputs = { stdout: text(data) };
  if (__ENV.SUMMARY) outputs[__ENV.SUMMARY] = JSON.stringify(data, null, 1);
  return outputs;
}

/** Returns the summary as text. */
export function text(data) {
  const metrics = Object.entries(data.metrics).filter(([name]) => !name.includes('{'));
  const place = ([name]) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  metrics.sort((one, other) => place(one) - place(other) || one[0].localeCompare(other[0]));
  const trends = metrics.filter(([, { type, values }]) => type === 'trend' && values.count > 0);
  const counts = metrics.filter(([, { type }]) => type !== 'trend');
  const crossed = metrics.flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds).flatMap(([rule, { ok }]) => (ok ? [] : [`${name} ${rule}`])),
  );
  const width = Math.max(...metrics.map(([name]) => name.length));
  const lines = [
    `${'milliseconds'.padEnd(width)}  ${['p50', 'p95', 'p99', 'max', 'count'].map((head) => head.padStart(9)).join('')}`,
    ...trends.map(([name, metric]) => `${name.padEnd(width)}${mark(metric)} ${figures(metric.values)}`),
    '',
    ...counts.map(([name, metric]) => `${name.padEnd(width)}${mark(metric)} ${count(metric)}`),
    '',
    ...failedChecks(data.root_group).map((name) => `failed check: ${name}`),
    verdict(data.metrics, crossed),
    '',
  ];
  return `\n${lines.join('\n')}\n`;
}

/** The last line. Thresholds hold, too, if nothing was measured, because the setup failed for example. */
function verdict({ iterations }, crossed) {
  if (crossed.length > 0) return `CROSSED: ${crossed.join(', ')}`;
  return iterations?.values.count > 0 ? 'All thresholds hold.' : 'NOTHING WAS MEASURED: no iteration ended.';
}

/** The mark of a metric: `+` if its thresholds hold, `!` if not, blank if it has none. */
function mark({ thresholds }) {
  if (!thresholds) return ' ';
  return Object.values(thresholds).every(({ ok }) => ok) ? '+' : '!';
}

const figures = (values) =>
  ['med', 'p(95)', 'p(99)', 'max', 'count'].map((name) => short(values[name]).padStart(9)).join('');

function count({ type, values }) {
  if (type === 'rate')
    return `${(values.rate * 100).toFixed(2)} %  (${values.passes} of ${values.passes + values.fails})`.padStart(9);
  return short(type === 'counter' ? values.count : values.value).padStart(9);
}

const short = (number) => (number === undefined ? '-' : String(Math.round(number * 100) / 100));

function failedChecks({ checks = [], groups = [] }) {
  const failed = checks.filter(({ fails }) => fails > 0).map(({ name, fails }) => `${name} (${fails} times)`);
  return [...failed, ...groups.flatMap(failedChecks)];
}
