import { describe, expect, it } from 'vitest';
import fixtures from '../../../shared/fixtures/wire.json';
import { readClockAnswer, readFinishAnswer, readServerEvent } from './readEvent';

it.each(fixtures.server as [string, unknown][])('the server event %s is read unchanged: %j', (name, payload) => {
  expect(readServerEvent(name, payload)).toEqual({ name, payload });
});

describe('an unreadable event', () => {
  it.each<[string, string, unknown]>([
    ['an unknown name', 'cheat', {}],
    ['a name that every object has', 'toString', {}],
    ['no payload', 'waiting', undefined],
    ['a wait with no word of the countdown after it', 'waiting', { ms: 20_000 }],
    ['a mistyped field', 'typing', { username: 'bo', completed: '42' }],
    ['a missing field', 'finish', { username: 'bo', time: 3 }],
    ['an unknown phase', 'state', { code: 'k3f9wq2m', phase: 'flying', ms: 0, participants: [] }],
    ['a broken lane', 'state', { code: 'k3f9wq2m', phase: 'waiting', ms: 0, participants: [{ username: 'bo' }] }],
  ])('%s is not read', (_, name, payload) => expect(readServerEvent(name, payload)).toBeNull());
});

describe('the answer to a finish', () => {
  it.each(fixtures.finishAnswers)('is read unchanged: %j', (answer) => {
    expect(readFinishAnswer(answer)).toEqual(answer);
  });

  it('is null for anything else', () => expect([readFinishAnswer(null), readFinishAnswer({})]).toEqual([null, null]));
});

describe('the answer to a clock', () => {
  it.each(fixtures.clockAnswers)('is read unchanged: %j', (answer) => expect(readClockAnswer(answer)).toEqual(answer));

  it('is null for the empty one of an older server', () => expect(readClockAnswer({})).toBeNull());
});
