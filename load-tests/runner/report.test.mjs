import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdown } from './markdown.mjs';
import { page } from './page.mjs';

const trend = (p50, p99) => ({ p50, p95: p99, p99, max: p99 * 2, count: 1000 });

/** A run of `racers` racers, in which updates took `ms` at most. */
const run = (shape, racers, ms, crossed = []) => ({
  script: 'races',
  shape,
  racers,
  seconds: 90,
  fanout: trend(1, ms),
  trends: { start_skew: trend(1, 2), finish_to_saved: trend(5, 9), generator_lag: trend(0, 3) },
  expected: racers * 400,
  lost: 0,
  outOfOrder: 0,
  checks: { passes: racers * 4, fails: 0 },
  calls: racers * 3,
  cpu: { server: racers / 2000, generator: racers / 1000, database: 0.1, others: 0 },
  memory: { server: 40 + racers / 20, generator: 300, database: 90, others: 0 },
  memoryByTime: Array.from({ length: 100 }, (_, second) => [second, 50]),
  crossed,
});

const figures = {
  machine: {
    ...Object.fromEntries(
      ['date', 'processor', 'memory', 'system', 'colibri', 'k6', 'postgres', 'nats', 'haproxy'].map((name) => [
        name,
        name,
      ]),
    ),
    cores: 2,
    wpm: 60,
    ladder: '100,500',
  },
  ladder: [
    run('one', 100, 8),
    run('one', 500, 30),
    run('two', 100, 9),
    run('two', 500, 400, ['fanout_latency p(95)<100']),
  ],
  scripts: { soak: { ...run('one', 300, 12), script: 'soak' } },
};

test('the page and its Markdown give the capacity of each shape', () => {
  for (const text of [page(figures), markdown(figures)]) {
    assert.ok(text.includes('One process: 500 racers at once, the most that were tried, with a fan-out p99 of 30 ms.'));
    assert.ok(text.includes('One engine and one api: 100 racers at once, with a fan-out p99 of 9 ms.'));
    assert.ok(text.includes('no: fanout_latency p(95)&lt;100'));
    assert.doesNotMatch(text, /NaN|undefined|Infinity/);
  }
});

test('the page loads no other file', () => {
  assert.equal(page(figures).match(/<svg/g).length, 5);
  assert.doesNotMatch(page(figures), /src=|href=|url\(|@import/);
});

test('a report without figures has no invalid number', () => {
  const nothing = { ...figures, ladder: [], scripts: {} };
  for (const text of [page(nothing), markdown(nothing)]) assert.doesNotMatch(text, /NaN|undefined|Infinity/);
});
