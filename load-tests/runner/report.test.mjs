import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdown } from './markdown.mjs';

const trend = (p50, p99) => ({ p50, p95: p99, p99, max: p99 * 2 });

/** A run of `racers` racers, in which updates took `ms` at most. */
const run = (shape, racers, ms, crossed = []) => ({
  script: 'races',
  shape,
  racers,
  seconds: 90,
  trends: { fanout_latency: trend(1, ms), start_skew: trend(1, 2), finish_to_saved: trend(5, 9) },
  expected: racers * 400,
  lost: 0,
  outOfOrder: 0,
  checks: { passes: racers * 4, fails: 0 },
  calls: racers * 3,
  cpu: { server: racers / 2000, generator: racers / 1000 },
  memory: 40,
  crossed,
});

const figures = {
  machine: { date: '2026-11-27', machine: 'a processor, 2 cores' },
  ladder: [
    run('one', 100, 8),
    run('one', 500, 30),
    run('two', 100, 9),
    run('two', 500, 400, ['fanout_latency p(95)<100']),
  ],
  scripts: { soak: { ...run('one', 300, 12), script: 'soak' } },
};

test('the report gives the capacity of each shape', () => {
  const text = markdown(figures);
  assert.ok(text.includes('One process: 500 racers at once, the most that were tried, with a fan-out p99 of 30 ms.'));
  assert.ok(text.includes('One engine and one api: 100 racers at once, with a fan-out p99 of 9 ms.'));
  assert.ok(text.includes('no: fanout_latency p(95)&lt;100'));
  assert.doesNotMatch(text, /NaN|undefined|Infinity/);
});

test('a report without figures has no invalid number', () => {
  assert.doesNotMatch(markdown({ ...figures, ladder: [], scripts: {} }), /NaN|undefined|Infinity/);
});
