import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Loads the module in a k6 that has these modules, and returns its exports. */
function inK6With(...names) {
  const requested = [];
  const load = (name) => {
    requested.push(name);
    if (!names.includes(name)) throw new Error(`unknown module: ${name}`);
    return { WebSocket: name };
  };
  const module = { exports: {} };
  const source = readFileSync(new URL('./websocket.cjs', import.meta.url), 'utf8');
  new Function('require', 'module', source)(load, module);
  return { chosen: module.exports.WebSocket, requested };
}

test('a k6 with the module uses its WebSocket', () => {
  const { chosen, requested } = inK6With('k6/websockets', 'k6/experimental/websockets');
  assert.equal(chosen, 'k6/websockets');
  assert.deepEqual(requested, ['k6/websockets']);
});

test('an older k6 uses the experimental WebSocket', () => {
  assert.equal(inK6With('k6/experimental/websockets', 'k6/ws').chosen, 'k6/experimental/websockets');
});
