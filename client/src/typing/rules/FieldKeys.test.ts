import { describe, expect, it } from 'vitest';
import { FieldKeys, type Typed } from './FieldKeys';
import recordings from './keyEvents.json';

interface Recorded {
  type: string;
  timeStamp: number;
  isTrusted: boolean;
  isComposing: boolean;
  key: string;
  code: string;
  keyCode: number;
  inputType: string;
  data: string | null;
}

/** An event as it was recorded, where `isTrusted` is left out if it is true. */
function eventOf(recorded: Partial<Recorded>) {
  return {
    isTrusted: true,
    isComposing: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    key: '',
    code: '',
    keyCode: 0,
    timeStamp: 0,
    inputType: '',
    ...recorded,
    data: recorded.data ?? null,
    getModifierState: () => false,
  };
}

/** The events of a recording. */
function recorded(name: string): Partial<Recorded>[] {
  return recordings.find((recording) => recording.name === name)?.events ?? [];
}

/** Hands recorded events to a field as the browser would. */
function play(events: readonly Partial<Recorded>[]) {
  const field = new FieldKeys(false);
  const typed = { text: '', times: [] as number[], untrusted: 0, pastes: 0 };
  const add = ({ keys, doubts }: Typed) => {
    for (const { key, at } of keys) {
      typed.text += key;
      typed.times.push(at);
    }
    typed.untrusted += doubts.untrusted;
    typed.pastes += doubts.pastes;
  };
  // A keydown that has typed its key is cancelled, so that no input follows.
  let isCancelled = false;
  for (const event of events.map(eventOf)) {
    const data = event.data ?? '';
    switch (event.type) {
      case 'keydown': {
        const key = field.keydown(event);
        isCancelled = key !== null;
        if (key !== null) add({ keys: [{ key, at: event.timeStamp }], doubts: { untrusted: 0, pastes: 0 } });
        break;
      }
      case 'keyup':
        field.keyup(event);
        break;
      case 'input':
        if (!isCancelled) add(field.input(event));
        break;
      case 'compositionupdate':
        field.compositionUpdate({ ...event, data });
        break;
      case 'compositionend':
        add(field.compositionEnd({ ...event, data }));
        break;
    }
  }
  return typed;
}

const ACCENTS = "aé '´x";

describe('recorded events', () => {
  it.each([
    ["Chromium with GTK's own dead keys and compose key", `${ACCENTS}ñ.`],
    ['Chromium with dead keys and a compose key that show nothing', `${ACCENTS}ñ.`],
    // Fcitx itself drops a dead key that combines with nothing.
    ['Chromium with the dead keys of Fcitx', "aé '."],
    ['Chromium with an input method that composes each letter', 'é sña.'],
    ['Chromium with an input method that composes each word', 'tiến a.'],
    ['Chromium with IBus, which inserts each word after the composition', 'tiến a.'],
    ["Firefox with GTK's own dead keys", `${ACCENTS}.`],
    ['Firefox with IBus', 'tiến a.'],
    ["WebKit with GTK's own dead keys", `${ACCENTS}.`],
    ['WebKit with the dead keys of Fcitx', "aé '."],
    ['WebKit with an input method that composes each word', 'tiến a.'],
  ])('of %s type the text without a doubt', (name, text) => {
    expect(play(recorded(name))).toMatchObject({ text, untrusted: 0, pastes: 0 });
  });

  it('give each letter of a composed word the time of its key', () => {
    const events = recorded('Chromium with an input method that composes each word');
    const word = events.filter(({ type }) => type === 'keydown').slice(0, 6);
    // The fourth key makes ê of e, and the fifth ế of ê.
    const [t, i, , , circumflex, n] = word.map(({ timeStamp }) => timeStamp);
    const { times } = play(events);
    for (const [index, pressedAt] of [t, i, circumflex, n].entries())
      expect(Math.abs((times[index] ?? 0) - (pressedAt ?? 0))).toBeLessThan(30);
  });
});

describe('a script', () => {
  const composed = (data: string, isTrusted: boolean) => [
    { type: 'compositionstart', data: '', isTrusted },
    { type: 'compositionupdate', data, isTrusted },
    { type: 'compositionend', data, isTrusted: false },
  ];

  it.each<[string, Partial<Recorded>[], number]>([
    ['a composition', composed('é', false), 1],
    ['the end of none', [{ type: 'compositionend', data: 'ab', isTrusted: false }], 2],
    ['another end than was composed', [...composed('´', true).slice(0, 2), ...composed('é', false)], 1],
    ['an insertion', [{ type: 'input', inputType: 'insertText', data: 'a', isTrusted: false }], 1],
    ['an end after that of a real composition', [...composed('é', true), ...composed('é', true).slice(2)], 1],
  ])('that dispatches %s is not trusted', (_, events, untrusted) => {
    expect(play(events).untrusted).toBe(untrusted);
  });

  it('explains no paste by its keys', () => {
    const inserted = { type: 'input', inputType: 'insertText', data: 'ab' };
    for (const keyCode of [229, 222]) {
      const key = { type: 'keydown', key: 'Dead', code: 'Quote', keyCode };
      expect(play([{ ...key, isTrusted: false }, inserted]).pastes).toBe(1);
      expect(play([key, inserted]).pastes).toBe(0);
    }
    expect(play([inserted]).pastes).toBe(1);
  });
});

it('a key is typed at its keydown again once a dead key has found its letter', () => {
  const field = new FieldKeys(false);
  const down = (key: string) => field.keydown(eventOf({ key, code: key }));
  expect([down('Dead'), down('e')]).toEqual([null, null]);
  expect(field.input(eventOf({ inputType: 'insertText', data: 'é' })).keys).toEqual([{ key: 'é', at: 0 }]);
  expect(down('e')).toBe('e');
});

it('a letter that waits in a composition is not typed in the far past', () => {
  const field = new FieldKeys(false);
  field.compositionUpdate({ isTrusted: true, data: 'e', timeStamp: 1000 });
  const { keys } = field.compositionEnd({ isTrusted: true, data: 'e', timeStamp: 9000 });
  expect(keys).toEqual([{ key: 'e', at: 7500 }]);
});

it('a key that went down at another element, and up at the field, takes no character', () => {
  const field = new FieldKeys(false);
  const closing = eventOf({ key: 'Escape', code: 'Escape' });
  field.noticeKeydown(closing);
  field.keyup(closing);
  expect(field.keydown(eventOf({ key: 'p', code: 'KeyP' }))).toBe('p');
});
