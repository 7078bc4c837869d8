import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiClient } from '../net/ApiClient';
import { memoryStorage } from '../platform/storage';
import { UnsavedFinishes } from './UnsavedFinishes';

const HOUR = 3_600_000;

const finish = (code: string) => ({ code, receipt: `receipt of ${code}`, log: 'AAEC' });

/** The finishes of a visitor, whose server answers with the statuses in turn, and then with 200. */
function visit({ storage = memoryStorage(), statuses = [] as (number | 'away' | 'log in')[] } = {}) {
  const sent: string[] = [];
  const api = new ApiClient(
    () => `head.${btoa('{"sub":"1"}')}.signature`,
    () => {},
    async (path, init) => {
      sent.push(`${path} ${JSON.parse(String(init?.body)).receipt}`);
      const status = statuses.shift() ?? 200;
      if (status === 'away') throw new TypeError('away');
      if (status === 'log in') return Response.json({ result: 'please log in' });
      const headers = { 'Colibri-Error': status === 403 ? 'race-over' : 'unavailable' };
      return status === 200
        ? Response.json({ time: 6, wpm: 14, unranked: true })
        : new Response('', { status, headers });
    },
  );
  const onSaved = vi.fn();
  const onRefused = vi.fn();
  return { finishes: new UnsavedFinishes(api, storage, onSaved, onRefused), storage, sent, onSaved, onRefused };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a finish waits for its room, through a closed browser, and is delivered at a later visit', async () => {
  const { finishes, storage, sent } = visit();
  finishes.keep(finish('one'));
  await finishes.deliver();
  vi.advanceTimersByTime(HOUR / 4);
  await visit({ storage }).finishes.deliver();
  expect(sent).toEqual([]);

  vi.advanceTimersByTime(20 * HOUR);
  const next = visit({ storage });
  await next.finishes.deliver();
  expect([next.sent, storage.get('finishes')]).toEqual([['/api/latefinish receipt of one'], null]);
  expect(next.onSaved).toHaveBeenCalledWith([{ time: 6, wpm: 14, unranked: true }]);
});

it('a finish is delivered at once if its room is gone, and again until the server answers', async () => {
  const { finishes, storage, sent, onSaved } = visit({ statuses: ['away', 'log in'] });
  finishes.keep(finish('one'));
  vi.advanceTimersByTime(1);
  finishes.keep(finish('two'));
  finishes.release('one');
  await vi.advanceTimersByTimeAsync(0);
  expect(onSaved).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toEqual(Array(3).fill('/api/latefinish receipt of one'));
  expect([onSaved.mock.calls.length, storage.get('finishes')]).toEqual([1, expect.stringContaining('two')]);
});

it('a finish that its room has saved is forgotten, and kept once if the page sends it again', async () => {
  const { finishes, storage } = visit();
  finishes.keep(finish('one'));
  finishes.keep(finish('one'));
  finishes.keep(finish('two'));
  expect(JSON.parse(storage.get('finishes') ?? '[]')).toHaveLength(2);
  finishes.forget('one');
  finishes.forget('two');
  expect(storage.get('finishes')).toBeNull();
});

it('a finish that is refused for good is dropped, and its racer is told', async () => {
  const { finishes, storage, onSaved, onRefused } = visit({ statuses: [403] });
  finishes.keep(finish('one'));
  finishes.release('one');
  await vi.advanceTimersByTimeAsync(0);
  expect([onSaved.mock.calls.length, onRefused.mock.calls.length, storage.get('finishes')]).toEqual([0, 1, null]);
});

it('a finish is dropped after two days, when its receipt is no longer good', async () => {
  const { finishes, storage } = visit();
  finishes.keep(finish('one'));
  vi.advanceTimersByTime(49 * HOUR);
  const next = visit({ storage });
  await next.finishes.deliver();
  expect([next.sent, storage.get('finishes')]).toEqual([[], null]);
});
