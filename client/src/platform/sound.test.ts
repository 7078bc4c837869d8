import { afterEach, expect, it, vi } from 'vitest';
import { webAudioSounds } from './sound';

const send = vi.fn<(file: string) => Promise<Response>>();
const decoded = vi.fn(() => ({}));

class FakeDecoder {
  decodeAudioData = async () => decoded();
}

/** The sounds of a page without user activation. */
function sounds() {
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('OfflineAudioContext', FakeDecoder);
  vi.stubGlobal('navigator', {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return webAudioSounds();
}

/** Lets pending requests complete. */
const answered = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  send.mockReset();
  decoded.mockClear();
});

it.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a refusal', async () => new Response('', { status: 503 })],
])('after %s the sounds are requested again for the next text, not for every key', async (_, failure) => {
  send.mockImplementation(failure);
  const player = sounds();
  await player.prepare(['classic', 'mistake']);
  player.play('classic', 1);
  await answered();
  expect([send.mock.calls.length, decoded.mock.calls.length]).toEqual([2, 0]);
  send.mockImplementation(async () => new Response(''));
  await player.prepare(['classic', 'mistake']);
  expect([send.mock.calls.length, decoded.mock.calls.length]).toEqual([4, 2]);
});

it('sound that the browser has suspended is resumed with the next key', async () => {
  send.mockImplementation(async () => new Response(''));
  const context = { state: 'running', destination: {}, resume: vi.fn(async () => {}) };
  const node = { connect: () => {}, start: vi.fn(), gain: {} };
  // biome-ignore-start lint/complexity/useArrowFunction: constructors
  vi.stubGlobal('AudioContext', function () {
    return context;
  });
  for (const name of ['GainNode', 'AudioBufferSourceNode'])
    vi.stubGlobal(name, function () {
      return { ...node };
    });
  // biome-ignore-end lint/complexity/useArrowFunction: constructors
  const player = sounds();
  await player.prepare(['classic']);
  vi.useFakeTimers();
  player.play('classic', 1);
  vi.runAllTimers();
  vi.useRealTimers();
  expect([node.start.mock.calls.length, context.resume.mock.calls.length]).toEqual([1, 0]);
  context.state = 'interrupted';
  player.play('classic', 0.5);
  expect([node.start.mock.calls.length, context.resume.mock.calls.length]).toEqual([2, 1]);
  expect(node.gain).toEqual({ value: 0.5 });
});

it('each sound is loaded once for all texts, and only if it is chosen', async () => {
  send.mockImplementation(async () => new Response(''));
  const player = sounds();
  await player.prepare(['classic']);
  await player.prepare(['classic', 'bubbles']);
  expect(send.mock.calls).toEqual([['/mp3/type.mp3'], ['/mp3/bubbles.mp3']]);
});
