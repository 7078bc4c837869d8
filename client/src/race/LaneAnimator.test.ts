import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyWasTyped } from '../typing/keyPause';
import { LaneAnimator, type LaneElements } from './LaneAnimator';

/** Longer than work waits for a key. */
const NOBODY_TYPES_MS = 300;

class FakeText {
  constructor(public data: string) {}
}

/** As much of an element as a lane writes to. */
class FakeElement {
  style = { transform: '', transition: '' };
  ariaValueNow: string | null = null;
  firstChild: FakeText | null = null;

  set textContent(text: string) {
    this.firstChild = new FakeText(text);
  }

  get text(): string {
    return this.firstChild?.data ?? '';
  }
}

/** Hands messages over with the timers of the test. */
class FakeChannel {
  port1: { onmessage: () => void } = { onmessage: () => {} };
  port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage(), 0) };
}

function flown(isTyping = true) {
  const parts = {
    path: new FakeElement(),
    flight: new FakeElement(),
    percent: new FakeElement(),
    place: new FakeElement(),
  };
  const lane = new LaneAnimator(() => isTyping).add(parts as unknown as LaneElements, { completed: 20, place: null });
  const shown = () => [parts.flight.style.transform, parts.percent.text, parts.path.ariaValueNow, parts.place.text];
  /** How far the bird is, in percent. */
  const at = () => Number(/translateX\((.*)%\)/.exec(parts.flight.style.transform)?.[1]);
  return { ...lane, parts, shown, at };
}

/** A key and its frame. */
function typeKey(): void {
  keyWasTyped();
  vi.advanceTimersByTime(100);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Text', FakeText);
  vi.stubGlobal('MessageChannel', FakeChannel);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 16));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a lane shows at once where its racer is', () => {
  expect(flown().shown()).toEqual(['translateX(20%)', '20%', '20', '']);
});

it('where nobody types a lane shows at once how far its racer is', () => {
  const { show, shown, parts } = flown(false);
  show({ completed: 60, place: 2 });
  expect(shown()).toEqual(['translateX(60%)', '60%', '60', '2']);
  expect(parts.flight.style.transition).toBe('');
});

it('while a typist pauses a bird glides all the way, and the numbers say how far', () => {
  const { show, shown, parts } = flown();
  show({ completed: 60, place: 2 });
  vi.advanceTimersByTime(NOBODY_TYPES_MS);
  expect(shown()).toEqual(['translateX(60%)', '60%', '60', '2']);
  // The style sheet has the glide.
  expect(parts.flight.style.transition).toBe('');
});

it('while somebody types a bird takes a step after each key, without a glide, until it is there', () => {
  const { show, at, parts } = flown();
  show({ completed: 20, place: 1 });
  typeKey();
  show({ completed: 60, place: 1 });
  const steps = [];
  for (let key = 0; key < 40; key += 1) {
    typeKey();
    steps.push(at());
  }
  expect(steps.filter((step) => step > 20 && step < 60).length).toBeGreaterThan(5);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect(steps.at(-1)).toBe(60);
  expect(parts.flight.style.transition).toBe('none');
});

it('a racer who takes characters back flies back', () => {
  const { show, at } = flown();
  show({ completed: 10, place: 1 });
  vi.advanceTimersByTime(NOBODY_TYPES_MS);
  expect(at()).toBe(10);
});

it('numbers keep their text nodes, so that nothing around them is laid out anew', () => {
  const { show, parts } = flown();
  const node = parts.percent.firstChild;
  show({ completed: 30, place: 1 });
  vi.advanceTimersByTime(NOBODY_TYPES_MS);
  expect(parts.percent.firstChild).toBe(node);
  expect(node?.data).toBe('30%');
});

it('a lane that is gone is not moved any more', () => {
  const { show, remove, at } = flown();
  show({ completed: 60, place: 1 });
  remove();
  vi.advanceTimersByTime(NOBODY_TYPES_MS);
  expect(at()).toBe(20);
});
