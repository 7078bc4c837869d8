import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.__ENV = {};
const { text } = await import('./summary.js');

const lastLine = (metrics) => text({ metrics, root_group: {} }).trim().split('\n').at(-1);
const iterations = { type: 'counter', values: { count: 2 } };
const joins = (ok) => ({ type: 'rate', values: { rate: 1, passes: 2, fails: 0 }, thresholds: { 'rate==1': { ok } } });

test('a run whose thresholds hold says so', () => {
  assert.equal(lastLine({ iterations, joins: joins(true) }), 'All thresholds hold.');
});

test('a run with a crossed threshold names it', () => {
  assert.equal(lastLine({ iterations, joins: joins(false) }), 'CROSSED: joins rate==1');
  assert.equal(lastLine({ joins: joins(false) }), 'CROSSED: joins rate==1');
});

test('a run whose setup failed does not say that thresholds hold', () => {
  for (const metrics of [{}, { joins: joins(true) }, { iterations: { type: 'counter', values: { count: 0 } } }])
    assert.match(lastLine(metrics), /^NOTHING WAS MEASURED/);
});
