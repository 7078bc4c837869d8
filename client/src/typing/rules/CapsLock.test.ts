import { describe, expect, it } from 'vitest';
import { CapsLock, type CapsLockReport, capsLockReport } from './CapsLock';

/** An event and the state that the browser reports with it. */
type Reported = readonly ['down' | 'up' | 'repeat' | 'letter' | 'mouse', boolean];

/** The state after each of the events. */
function states(report: CapsLockReport, events: readonly Reported[]): boolean[] {
  const capsLock = new CapsLock(report);
  return events.map(([kind, state]) => {
    const isOfKey = kind !== 'letter' && kind !== 'mouse';
    capsLock.observe({
      type: kind === 'mouse' ? 'mousemove' : kind === 'up' ? 'keyup' : 'keydown',
      ...(kind !== 'mouse' && { key: isOfKey ? 'CapsLock' : 'a', repeat: kind === 'repeat' }),
      getModifierState: () => state,
    });
    return capsLock.isOn;
  });
}

const on = true;
const off = false;

describe.each<[string, CapsLockReport, { switchedOn: Reported[]; switchedOff: Reported[] }]>([
  [
    'Windows',
    'after',
    {
      switchedOn: [
        ['down', on],
        ['up', on],
      ],
      switchedOff: [
        ['down', off],
        ['up', off],
      ],
    },
  ],
  [
    'X11',
    'before',
    {
      switchedOn: [
        ['down', off],
        ['up', on],
      ],
      switchedOff: [
        ['down', on],
        ['up', on],
      ],
    },
  ],
  ['a Mac', 'mac', { switchedOn: [['down', on]], switchedOff: [['up', off]] }],
])('on %s', (_, report, { switchedOn, switchedOff }) => {
  it.each<[string, Reported[]]>([
    ['first', []],
    ['after a letter', [['letter', off]]],
    ['after the mouse', [['mouse', off]]],
  ])('Caps Lock is switched on and off, %s', (_, before) => {
    const seen = states(report, [...before, ...switchedOn, ['letter', on], ...switchedOff, ['letter', off]]).slice(
      before.length,
    );
    expect(seen).toEqual([...switchedOn.map(() => on), on, ...switchedOff.map(() => off), off]);
  });

  it('Caps Lock that was on before the page is switched off, first or after a letter', () => {
    expect(states(report, switchedOff).at(-1)).toBe(off);
    expect(states(report, [['letter', on], ...switchedOff])).toEqual([on, ...switchedOff.map(() => off)]);
  });
});

it('Firefox on X11 tells Caps Lock with its next key', () => {
  const key: Reported[] = [
    ['down', on],
    ['up', on],
  ];
  expect(states('on', [...key, ['letter', on]])).toEqual([off, off, on]);
  expect(states('on', [...key, ['letter', off], ...key, ...key])).toEqual([off, off, off, on, on, off, off]);
});

it('a system of unknown report is right once a letter or the mouse has told the state', () => {
  for (const state of [on, off]) {
    expect(
      states('after', [
        ['letter', off],
        ['down', state],
        ['up', state],
      ]),
    ).toEqual([off, on, on]);
    expect(
      states('before', [
        ['mouse', on],
        ['down', state],
        ['up', state],
      ]),
    ).toEqual([on, off, off]);
  }
});

it('holding the key down switches once', () => {
  expect(
    states('before', [
      ['letter', off],
      ['down', off],
      ['repeat', off],
      ['repeat', on],
    ]),
  ).toEqual([off, on, on, on]);
});

it('the state is unknown after another window had the keyboard', () => {
  const capsLock = new CapsLock('after');
  capsLock.observe({ type: 'keydown', key: 'a', getModifierState: () => on });
  capsLock.forget();
  expect(capsLock.isOn).toBe(off);
  capsLock.observe({ type: 'keydown', key: 'CapsLock', getModifierState: () => on });
  expect(capsLock.isOn).toBe(on);
});

it.each<[string, string, CapsLockReport]>([
  ['MacIntel', 'Mozilla/5.0 (Macintosh) Chrome/131', 'mac'],
  ['Win32', 'Mozilla/5.0 (Windows NT 10.0) Chrome/131', 'after'],
  ['Linux x86_64', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131', 'before'],
  ['Linux x86_64', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'before'],
  ['Linux x86_64', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'on'],
  ['Linux aarch64', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'after'],
])('%s, %s: %s', (platform, userAgent, report) => {
  expect(capsLockReport(platform, userAgent)).toBe(report);
});
