import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decode, encode, joinPayload, splitPayload } from './packets.js';

const read = (path) => JSON.parse(readFileSync(new URL(`../../../${path}.json`, import.meta.url)));
const cases = read('socketio/tests/packets');

for (const { name, text, packet } of cases.fromClient)
  test(`written: ${name}`, () => assert.equal(encode(packet), text));

for (const { name, text, packet } of cases.fromServer)
  test(`read: ${name}`, () => assert.deepEqual(decode(text), packet));

for (const { name, body, packets } of cases.payloads)
  test(`a polling body: ${name}`, () => {
    assert.deepEqual(splitPayload(body), packets);
    assert.equal(joinPayload(packets), body);
  });

test('every event of a race is read as in the shared examples', () => {
  for (const event of read('shared/fixtures/wire').server)
    assert.deepEqual(decode(`42${JSON.stringify(event)}`), { type: 'event', namespace: '/', data: event });
});

test('packets of Engine.IO without a message are read', () => {
  assert.deepEqual(decode('0{"sid":"s","pingInterval":25000}'), {
    type: 'open',
    data: { sid: 's', pingInterval: 25000 },
  });
  assert.deepEqual(
    ['1', '2', '3', '6', '9'].map((text) => decode(text).type),
    ['close', 'ping', 'pong', 'noop', 'unknown'],
  );
});
