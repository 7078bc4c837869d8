/** The texts and tables of the report, for the page and for Markdown. */

import { written } from './plot.mjs';
import { SHAPES } from './site.mjs';

export const WHAT_IT_MEANS = [
  ['fan-out', 'from when a racer sends an update until another one reads it, in whole milliseconds'],
  ['skew', 'between the first and the last racer of a room to receive the start'],
  ['saved', 'from the finish to the acknowledgement that the result is in the database'],
  [
    'lost, overtaken',
    'updates that had not arrived 5 s after the end, such as those that a busy site passes over for a later one, and updates that arrived after a later one of the same racer',
  ],
  ['lag', 'how late k6 itself was: above about 50 ms, the figures describe the generator as much as the site'],
  ['cores, memory', 'of the site, without its database, load balancer and NATS; site and generator share the machine'],
  ['held', 'yes if every threshold held, otherwise the thresholds that were crossed'],
];

/** One sentence for each shape: the largest number of racers that it carried. */
export function knees({ ladder, machine }) {
  return Object.entries(SHAPES).flatMap(([shape, { title }]) => {
    const rungs = ladder.filter((run) => run.shape === shape);
    if (rungs.length === 0) return [];
    const held = rungs.filter(({ crossed }) => crossed.length === 0);
    const name = `${title[0].toUpperCase()}${title.slice(1)}`;
    if (held.length === 0) return [`${name}: no rung held every threshold on ${machine.cores} cores.`];
    const best = held.reduce((one, other) => (other.racers > one.racers ? other : one));
    const isAll = best.racers === Math.max(...rungs.map(({ racers }) => racers));
    return [
      `${name}: ${written(best.racers)} racers at once${isAll ? ', the most that were tried' : ''}, with a fan-out p99 of ${written(best.fanout.p99)} ms.`,
    ];
  });
}

/** A row for each rung. */
export function ladderTable({ ladder }) {
  return {
    head: [
      'site',
      'racers',
      'fan-out p50',
      'p99',
      'max',
      'skew p95',
      'saved p95',
      'lag p95',
      'received',
      'lost',
      'overtaken',
      'cores',
      'of k6',
      'MiB',
      'held',
    ],
    rows: ladder.map(({ shape, racers, fanout, trends, expected, lost, outOfOrder, cpu, memory, crossed }) => [
      SHAPES[shape].short,
      written(racers),
      ...[
        fanout?.p50,
        fanout?.p99,
        fanout?.max,
        trends.start_skew?.p95,
        trends.finish_to_saved?.p95,
        trends.generator_lag?.p95,
      ].map(written),
      ...[expected, lost, outOfOrder].map(written),
      ...[cpu.server, cpu.generator].map(written),
      written(memory.server),
      held(crossed),
    ]),
  };
}

/** A row for each script. */
export function scriptTable({ scripts }) {
  const rows = Object.values(scripts).map(
    ({
      script,
      shape,
      racers,
      seconds,
      fanout,
      trends,
      expected,
      lost,
      outOfOrder,
      checks,
      calls,
      cpu,
      memory,
      crossed,
      kills,
    }) => [
      `${script}${kills ? ' (an engine killed)' : ''}`,
      SHAPES[shape].short,
      script === 'api' ? '–' : written(racers),
      `${written(Math.round(seconds))} s`,
      ...[fanout?.p50, fanout?.p99, trends.reconnect_time?.p95, trends.http_req_duration?.p95].map(written),
      ...[expected, lost, outOfOrder, calls].map(written),
      checks ? `${written(checks.passes)} of ${written(checks.passes + checks.fails)}` : '–',
      written(cpu.server),
      written(memory.server),
      held(crossed),
    ],
  );
  const head = [
    'script',
    'site',
    'racers',
    'took',
    'fan-out p50',
    'p99',
    'return p95',
    'calls p95',
    'received',
    'lost',
    'overtaken',
    'calls',
    'checks',
    'cores',
    'MiB',
    'held',
  ];
  return { head, rows };
}

const held = (crossed) => (crossed.length === 0 ? 'yes' : `no: ${crossed.join(', ').replaceAll('<', '&lt;')}`);

export function facts({ date, processor, cores, memory, system, colibri, k6, postgres, nats, haproxy, wpm, ladder }) {
  return [
    ['date', date],
    ['machine', `${processor}, ${cores} cores, ${memory}, for site and generator together`],
    ['system', system],
    ['Colibri', colibri],
    ['k6', k6],
    ['Postgres', postgres],
    ['NATS', nats],
    ['HAProxy', haproxy],
    [
      'racers',
      `rooms of five, from ${wpm} words per minute on, each 5 faster than the one before; rungs of ${ladder.replaceAll(',', ', ')}`,
    ],
  ];
}
