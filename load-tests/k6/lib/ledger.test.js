import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Ledger } from './ledger.js';

let ledger;
beforeEach(() => {
  ledger = new Ledger(['ana', 'bo', 'cy']);
  for (const name of ['ana', 'bo', 'cy']) ledger.join(name, new Map());
});

/** Updates that Ana sends, a millisecond apart. */
function send(...percents) {
  for (const [at, completed] of percents.entries()) ledger.send('ana', completed, at);
}
const receive = (listener, ...percents) => percents.map((completed) => ledger.receive(listener, 'ana', completed, 100));

test('updates received in order are neither lost nor overtaken', () => {
  send(1, 2, 1, 2);
  assert.deepEqual(receive('bo', 1, 2, 1, 2), [100, 99, 98, 97]);
  receive('cy', 1, 2, 1, 2);
  assert.equal(ledger.nDue, 0);
  assert.deepEqual(ledger.close().counts, { expected: 8, lost: 0, outOfOrder: 0, strange: 0 });
});

test('an update that is never received is lost', () => {
  send(1, 2, 3);
  receive('bo', 1, 3);
  receive('cy', 1, 2);
  assert.equal(ledger.nDue, 2);
  assert.deepEqual(ledger.close().counts, { expected: 6, lost: 2, outOfOrder: 0, strange: 0 });
});

test('lost updates are named', () => {
  send(1, 2);
  receive('bo', 1, 2);
  receive('cy', 1);
  assert.deepEqual(ledger.close().missed, [{ listener: 'cy', racer: 'ana', completed: 2, at: 1 }]);
});

test('an update received after a later one is overtaken, not lost', () => {
  send(1, 2, 3);
  receive('bo', 2, 1, 3);
  receive('cy', 1, 2, 3);
  assert.deepEqual(ledger.close().counts, { expected: 6, lost: 0, outOfOrder: 1, strange: 0 });
});

test('an update that is repeated after a failure must be received once', () => {
  send(1, 2);
  receive('bo', 1);
  receive('cy', 1, 2);
  ledger.disconnect('ana');
  ledger.send('ana', 2, 50);
  assert.equal(ledger.nDue, 1);
  assert.deepEqual(receive('bo', 2), [50]);
  assert.deepEqual(ledger.close().counts, { expected: 4, lost: 0, outOfOrder: 0, strange: 0 });
});

test('a racer who reconnected receives the last of several updates of one percent', () => {
  ledger.leave('bo');
  send(1, 2, 1);
  receive('cy', 1, 2, 1);
  ledger.join('bo', new Map([['ana', 0]]));
  assert.deepEqual(receive('bo', 1), [98]);
  ledger.send('ana', 1, 50);
  assert.equal(ledger.nDue, 0);
});

test('an update that was not sent, or arrives twice, is unexpected', () => {
  send(1);
  assert.deepEqual(receive('bo', 1, 1, 7), [100, undefined, undefined]);
  receive('cy', 1);
  assert.deepEqual(ledger.close().counts, { expected: 2, lost: 0, outOfOrder: 0, strange: 2 });
});

test('an absent racer needs no updates, and receives the others’ progress on return', () => {
  send(1);
  receive('bo', 1);
  receive('cy', 1);
  ledger.leave('cy');
  send(2, 3);
  receive('bo', 2, 3);
  ledger.join('cy', new Map([['ana', 3]]));
  send(4);
  receive('bo', 4);
  receive('cy', 4);
  assert.deepEqual(ledger.close().counts, { expected: 6, lost: 0, outOfOrder: 0, strange: 0 });
});

test('an update in flight to a leaving racer may be lost, an earlier one may not', () => {
  send(1, 2, 3);
  receive('bo', 2);
  ledger.leave('bo');
  receive('cy', 1, 2, 3);
  assert.deepEqual(ledger.close().counts, { expected: 5, lost: 1, outOfOrder: 0, strange: 0 });
});

test('an update sent just before a disconnect may or may not have arrived', () => {
  send(1, 2, 3);
  receive('bo', 1, 2);
  receive('cy', 1);
  ledger.leave('ana');
  ledger.disconnect('ana');
  ledger.join('ana', new Map([['ana', 2]]));
  send(4);
  receive('bo', 4);
  receive('cy', 2, 4);
  assert.deepEqual(ledger.close().counts, { expected: 6, lost: 0, outOfOrder: 0, strange: 0 });
});

test('a lost percent is not mistaken for the same one sent later', () => {
  send(50);
  ledger.leave('ana');
  ledger.disconnect('ana');
  ledger.join('ana', new Map([['ana', 49]]));
  ledger.send('ana', 51, 90);
  ledger.send('ana', 50, 95);
  assert.deepEqual(receive('bo', 51, 50), [10, 5]);
  receive('cy', 51, 50);
  assert.deepEqual(ledger.close().counts, { expected: 4, lost: 0, outOfOrder: 0, strange: 0 });
});

test('a percent of the full state is not mistaken for the same one sent later', () => {
  send(91, 92, 91, 92);
  receive('bo', 91, 92, 91, 92);
  ledger.join('cy', new Map([['ana', 92]]));
  ledger.send('ana', 91, 95);
  receive('bo', 91);
  assert.deepEqual(receive('cy', 91), [5]);
  assert.deepEqual(ledger.close().counts, { expected: 6, lost: 0, outOfOrder: 0, strange: 0 });
});
