import { autorun } from 'mobx';
import { describe, expect, it } from 'vitest';
import { Racer } from './Roster';

const ana = () => new Racer({ username: 'ana', skin: 'quetzal' });
const lane = { username: 'ana', skin: 'quetzal', completed: 40, connected: true };

it('a racer begins connected, with nothing typed', () => {
  expect(ana()).toMatchObject({ username: 'ana', skin: 'quetzal', completed: 0, isConnected: true, outcome: null });
});

it('takes over what the server says, the finish as well, and its taking back', () => {
  const racer = ana();
  racer.update({ ...lane, skin: 'hermit', completed: 100, connected: false, finish: { time: 12.5, wpm: 80 } });
  expect(racer).toMatchObject({ skin: 'hermit', completed: 100, isConnected: false, outcome: { time: 12.5, wpm: 80 } });
  racer.update(lane);
  expect(racer).toMatchObject({ skin: 'quetzal', completed: 40, isConnected: true, outcome: null });
});

it('tells those who watch a lane when it changes', () => {
  const racer = ana();
  const seen: number[] = [];
  const stop = autorun(() => {
    seen.push(racer.completed);
  });
  racer.update(lane);
  stop();
  racer.update({ ...lane, completed: 50 });
  expect(seen).toEqual([0, 40]);
});

describe('ahead is', () => {
  const at = (completed: number, time?: number) => {
    const racer = ana();
    racer.update({ ...lane, completed, ...(time === undefined ? {} : { finish: { time, wpm: 60 } }) });
    return racer;
  };
  it.each([
    ['who typed more', at(60), at(40)],
    ['who finished, before who has not', at(100, 30), at(99)],
    ['who finished, even before somebody who typed as much', at(100, 30), at(100)],
    ['who finished in less time', at(100, 20), at(100, 30)],
  ])('%s', (_, first, second) => {
    expect([first.isAheadOf(second), second.isAheadOf(first)]).toEqual([true, false]);
  });

  it.each([
    ['of two who typed as much', at(40), at(40)],
    ['of two who took the same time', at(100, 20), at(100, 20)],
  ])('%s, neither', (_, first, second) => {
    expect([first.isAheadOf(second), second.isAheadOf(first)]).toEqual([false, false]);
  });
});
