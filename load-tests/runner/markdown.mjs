/** The report as Markdown. */

import { SHAPES } from './site.mjs';

/** The columns of both tables: the heading, and the cell of a run. */
const COLUMNS = {
  script: ({ script, kills }) => `${script}${kills ? ' (an engine killed)' : ''}`,
  site: ({ shape }) => SHAPES[shape].short,
  racers: ({ script, racers }) => (script === 'api' ? '–' : written(racers)),
  took: ({ seconds }) => `${written(Math.round(seconds))} s`,
  'fan-out p50': ({ trends }) => written(trends.fanout_latency?.p50),
  'fan-out p99': ({ trends }) => written(trends.fanout_latency?.p99),
  'fan-out max': ({ trends }) => written(trends.fanout_latency?.max),
  'skew p95': ({ trends }) => written(trends.start_skew?.p95),
  'saved p95': ({ trends }) => written(trends.finish_to_saved?.p95),
  'return p95': ({ trends }) => written(trends.reconnect_time?.p95),
  'calls p95': ({ trends }) => written(trends.http_req_duration?.p95),
  'lag p95': ({ trends }) => written(trends.generator_lag?.p95),
  received: ({ expected }) => written(expected),
  lost: ({ lost }) => written(lost),
  overtaken: ({ outOfOrder }) => written(outOfOrder),
  calls: ({ calls }) => written(calls),
  checks: ({ checks }) => (checks ? `${written(checks.passes)} of ${written(checks.passes + checks.fails)}` : '–'),
  cores: ({ cpu }) => written(cpu.server),
  'of k6': ({ cpu }) => written(cpu.generator),
  MiB: ({ memory }) => written(memory),
  held: ({ crossed }) => (crossed.length === 0 ? 'yes' : `no: ${crossed.join(', ').replaceAll('<', '&lt;')}`),
};
const UPDATES = ['received', 'lost', 'overtaken'];
const BY_RACERS = [
  'site',
  'racers',
  'fan-out p50',
  'fan-out p99',
  'fan-out max',
  'skew p95',
  'saved p95',
  'lag p95',
].concat(UPDATES, ['cores', 'of k6', 'MiB', 'held']);
const BY_SCRIPT = ['script', 'site', 'racers', 'took', 'fan-out p50', 'fan-out p99', 'return p95', 'calls p95'].concat(
  UPDATES,
  ['calls', 'checks', 'cores', 'MiB', 'held'],
);

export function markdown({ ladder, scripts, machine }) {
  return `# Load report

The figures of \`make load-report\`. How to measure your own site: [load-testing.md](load-testing.md).

${limits(ladder).join(' ')}

## By number of racers

Times in milliseconds.

${table(BY_RACERS, ladder)}

## Each script once

Times in milliseconds, but for what the whole took.

${table(BY_SCRIPT, Object.values(scripts))}

## What it means

- fan-out: from when a racer sends an update until another one reads it, in whole milliseconds
- skew: between the first and the last racer of a room to receive the start
- saved: from the finish to the acknowledgement that the result is in the database
- lost, overtaken: updates that had not arrived 5 s after the end, such as those that a busy site passes over for a later one, and updates that arrived after a later one of the same racer
- lag: how late k6 itself was: above about 50 ms, the figures describe the generator as much as the site
- cores, memory: of the site, without its database, load balancer and NATS; site and generator share the machine
- held: yes if every threshold held, otherwise the thresholds that were crossed

## Measured on

${Object.entries(machine)
  .map(([name, value]) => `- ${name}: ${value}`)
  .join('\n')}
`;
}

/** One sentence for each shape: the largest number of racers that it carried. */
function limits(ladder) {
  return Object.entries(SHAPES).flatMap(([shape, { title }]) => {
    const rungs = ladder.filter((run) => run.shape === shape);
    if (rungs.length === 0) return [];
    const held = rungs.filter(({ crossed }) => crossed.length === 0);
    const name = `${title[0].toUpperCase()}${title.slice(1)}`;
    if (held.length === 0) return [`${name}: no rung held every threshold.`];
    const best = held.reduce((one, other) => (other.racers > one.racers ? other : one));
    const isAll = best.racers === Math.max(...rungs.map(({ racers }) => racers));
    return [
      `${name}: ${written(best.racers)} racers at once${isAll ? ', the most that were tried' : ''}, with a fan-out p99 of ${written(best.trends.fanout_latency?.p99)} ms.`,
    ];
  });
}

function table(names, runs) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rows = runs.map((run) => line(names.map((name) => COLUMNS[name](run))));
  return [line(names), `|${'---|'.repeat(names.length)}`, ...rows].join('\n');
}

/** Formats a number for readers. */
const written = (number) =>
  number === undefined || Number.isNaN(number)
    ? '–'
    : number.toLocaleString('en-US', { maximumFractionDigits: number < 10 ? 2 : number < 100 ? 1 : 0 });
