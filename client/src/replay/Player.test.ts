import { expect, it } from 'vitest';
import { Player } from './Player';
import { lane, replay } from './testing';

const TEXT = 'one two';
const every = (ms: number) => [...TEXT].map((_, index) => (index + 1) * ms);

/** Ana, who finishes in 0.7 s, and Bo, who takes 1.4 s; Cleo hides her keys and finishes in between. */
const player = () =>
  new Player(
    replay(TEXT, [
      lane('ana', { time: 0.7, keystrokes: TEXT, times: every(100) }),
      lane('cleo', { time: 1, place: 2, isHidden: true }),
      lane('bo', { time: 1.4, place: 3, keystrokes: TEXT, times: every(200) }),
    ]),
    'bo',
  );

/** The places and progress of all racers, and who has finished. */
const lanes = (player: Player) =>
  [...player.roster.racers.values()].map((racer) => {
    const { username, completed, outcome } = racer;
    return `${username} ${player.placeOf(racer) ?? '-'} ${completed}${outcome ? ' done' : ''}`;
  });

it('shows every lane at any moment, also backwards', () => {
  const shown = player();
  expect(lanes(shown)).toEqual(['ana - 0', 'cleo - 0', 'bo - 0']);
  shown.seek(600);
  expect(lanes(shown)).toEqual(['ana 1 86', 'cleo 2 60', 'bo 3 43']);
  shown.seek(1399);
  expect(lanes(shown)).toEqual(['ana 1 100 done', 'cleo 2 100 done', 'bo 3 86']);
  shown.seek(9999);
  expect([shown.ms, shown.isOver]).toEqual([1400, true]);
  expect(lanes(shown)).toEqual(['ana 1 100 done', 'cleo 2 100 done', 'bo 3 100 done']);
  shown.seek(-1);
  expect(lanes(shown)).toEqual(['ana - 0', 'cleo - 0', 'bo - 0']);
});

it('plays at its speed, pauses at the end, and starts again from there', () => {
  const shown = player();
  shown.toggle();
  shown.advance(100);
  shown.setSpeed(4);
  shown.advance(100);
  expect([shown.ms, shown.isPlaying]).toEqual([500, true]);
  // The page was hidden.
  shown.advance(60_000);
  expect([shown.ms, shown.isPlaying]).toEqual([1400, false]);
  shown.toggle();
  expect([shown.ms, shown.isPlaying]).toEqual([0, true]);
});

it('presses the keys since the last moment in the run that is shown', () => {
  const shown = player();
  const { run } = shown;
  shown.seek(310);
  expect([shown.run === run, shown.run?.keystrokes]).toEqual([true, 'one']);
  shown.seek(250);
  expect([shown.run === run, shown.run?.keystrokes]).toEqual([false, 'on']);
});

it('shows the text of the chosen racer, and none of one who hides it', () => {
  const shown = player();
  shown.seek(450);
  expect(shown.run?.keystrokes).toBe('one ');
  shown.choose(2);
  expect(shown.run?.keystrokes).toBe('on');
  shown.choose(1);
  expect(shown.run).toBeNull();
  shown.choose(3);
  expect(shown.chosen).toBe(1);
});

it('begins with the first racer whose keys are known', () => {
  const lanes = [lane('cleo', { isHidden: true }), lane('bo', { place: 2, keystrokes: TEXT, times: every(200) })];
  expect(new Player(replay(TEXT, lanes), '').chosen).toBe(1);
  expect(new Player(replay(TEXT, lanes.slice(0, 1)), '').chosen).toBe(0);
});

it('a step by key pauses, and tells the key', () => {
  const shown = player();
  shown.toggle();
  expect(shown.obey({ kind: 'keys', by: 1 })).toEqual({ kind: 'right', typed: 'o' });
  expect([shown.ms, shown.isPlaying]).toEqual([100, false]);
  shown.obey({ kind: 'seconds', by: 1 });
  expect(shown.ms).toBe(1100);
  expect(shown.obey({ kind: 'keys', by: 1 })).toBeNull();
  expect(shown.obey({ kind: 'keys', by: -1 })).toEqual({ kind: 'right', typed: 'w' });
  shown.obey({ kind: 'end' });
  expect(shown.ms).toBe(1400);
  shown.obey({ kind: 'start' });
  expect(shown.ms).toBe(0);
});
