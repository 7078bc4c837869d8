import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inKeyPause, keyWasTyped } from './keyPause';

/** What the browser has been asked to do before the next frame. */
let beforeFrame: FrameRequestCallback[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => beforeFrame.push(callback));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  beforeFrame = [];
});

it('work waits for the frame that shows the next key', async () => {
  const done = new Promise<boolean>((resolve) => inKeyPause(resolve));
  expect(beforeFrame).toHaveLength(0);
  keyWasTyped();
  expect(beforeFrame).toHaveLength(1);
  for (const callback of beforeFrame) callback(0);
  expect(await done).toBe(true);
});

it('where nobody types, work is done soon all the same, and once', () => {
  const work = vi.fn();
  inKeyPause(work);
  inKeyPause(work);
  vi.advanceTimersByTime(1000);
  expect(work.mock.calls).toEqual([[false]]);
});

it('a key asks for nothing where nothing waits', () => {
  keyWasTyped();
  expect(beforeFrame).toHaveLength(0);
});
