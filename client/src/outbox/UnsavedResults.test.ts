import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiClient } from '../net/ApiClient';
import { type KeyValueStorage, memoryStorage } from '../platform/storage';
import { PRACTICE } from './practices';
import { UnsavedResults } from './UnsavedResults';

/** A token of the account with this id. */
const tokenOf = (id: number, name = 'ana') => `head.${btoa(JSON.stringify({ sub: String(id), name }))}.signature`;

const result = (date: string) => ({ time: 6, wpm: 14, accuracy: 100, date });

/** The results of a visitor, whose server answers with the statuses in turn, and then with 200. A proxy answers `not found`, a portal `log in`. */
function kept({ token = tokenOf(1) as string | null, storage = memoryStorage() } = {}) {
  const session = { token };
  const statuses: (number | 'away' | 'not found' | 'log in' | 'unknown-call' | 'foreign-page')[] = [];
  const sent: { token: string; date: string }[] = [];
  const api = new ApiClient(
    () => session.token,
    () => {},
    async (_, init) => {
      const { token, date } = JSON.parse(String(init?.body));
      sent.push({ token, date });
      const status = statuses.shift() ?? 200;
      if (status === 'away') throw new TypeError('away');
      if (status === 'not found') return new Response('default backend', { status: 404 });
      if (status === 'log in') return new Response('{"result":"please log in"}');
      if (typeof status === 'string') return new Response('no', { status: 404, headers: { 'Colibri-Error': status } });
      return new Response('{"status":"ok"}', { status, headers: status < 400 ? {} : { 'Colibri-Error': 'malformed' } });
    },
  );
  const onSaved = vi.fn(async () => {});
  const unsaved = new UnsavedResults(PRACTICE, api, storage, onSaved);
  return { unsaved, session, statuses, sent, storage, onSaved, dates: () => sent.map(({ date }) => date) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a result is stored until it is saved', async () => {
  const { unsaved, storage, onSaved, dates } = kept();
  const saved = unsaved.save(result('one'));
  expect(storage.get('practices')).toContain('one');
  await saved;
  expect([dates(), storage.get('practices'), unsaved.nWaiting]).toEqual([['one'], null, 0]);
  expect(onSaved).toHaveBeenCalledTimes(1);
});

it.each(['away', 'not found', 'log in', 'unknown-call', 'foreign-page', 500, 502, 503, 429] as const)(
  'a result is sent again later after %s',
  async (status) => {
    const { unsaved, statuses, dates } = kept();
    statuses.push(status, status, status);
    await unsaved.save(result('one'));
    expect([dates().length, unsaved.nWaiting]).toEqual([1, 1]);
    for (const [delay, n] of [
      [1000, 2],
      [2000, 3],
      [4000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(dates()).toHaveLength(n - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(dates()).toHaveLength(n);
    }
    expect(unsaved.nWaiting).toBe(0);
  },
);

it('results that the browser has no space for wait as long as the page, which knows', async () => {
  let isFull = true;
  const lasting = memoryStorage();
  const storage: KeyValueStorage = { ...lasting, set: (key, value) => lasting.set(key, value) && !isFull };
  const { unsaved, statuses, dates } = kept({ storage });
  statuses.push('away', 'away');
  await unsaved.save(result('one'));
  expect([unsaved.nWaiting, unsaved.isLasting]).toEqual([1, false]);
  isFull = false;
  await unsaved.save(result('two'));
  expect([unsaved.nWaiting, unsaved.isLasting]).toEqual([2, true]);
  await unsaved.deliver();
  expect([dates(), unsaved.nWaiting, unsaved.isLasting]).toEqual([['one', 'one', 'one', 'two'], 0, true]);
});

it('results wait for the next visit, and are sent in their order', async () => {
  const { unsaved, statuses, storage } = kept();
  statuses.push('away', 'away');
  await unsaved.save(result('one'));
  await unsaved.save(result('two'));
  const { unsaved: next, dates } = kept({ storage });
  expect(next.nWaiting).toBe(2);
  await next.deliver();
  expect([dates(), storage.get('practices')]).toEqual([['one', 'two'], null]);
});

it('a result is never saved to another account, and waits for its own', async () => {
  const { unsaved, session, statuses, sent } = kept();
  statuses.push('away');
  await unsaved.save(result('one'));
  session.token = tokenOf(2, 'bo');
  await unsaved.save(result('two'));
  expect([sent.length, sent[1], unsaved.nWaiting]).toEqual([2, { token: session.token, date: 'two' }, 0]);
  // After a change of the name and a new login.
  session.token = tokenOf(1, 'anita');
  await unsaved.deliver();
  expect(sent[2]).toEqual({ token: session.token, date: 'one' });
});

it('a result waits if its session is over', async () => {
  const { unsaved, session, statuses, storage, dates } = kept();
  statuses.push(401);
  await unsaved.save(result('one'));
  session.token = null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([dates().length, storage.get('practices'), unsaved.nWaiting]).toEqual([1, expect.stringContaining('one'), 1]);
});

it('results are dropped a year after their date', async () => {
  const { unsaved, statuses, storage } = kept();
  statuses.push(401, 401);
  await unsaved.save(result(new Date().toISOString()));
  vi.advanceTimersByTime(24 * 3_600_000);
  const second = new Date().toISOString();
  await unsaved.save(result(second));
  vi.setSystemTime(Date.now() + 364.5 * 24 * 3_600_000);
  const { unsaved: next, dates } = kept({ storage });
  expect(next.nWaiting).toBe(1);
  await next.deliver();
  expect(dates()).toEqual([second]);

  storage.set('practices', JSON.stringify([{ account: '2', result: result('2020-01-01T12:00:00Z') }]));
  kept({ storage });
  expect(storage.get('practices')).toBeNull();
});

it('a result that is refused for good is dropped, with its reason', async () => {
  const { unsaved, statuses, storage } = kept();
  statuses.push(422);
  await expect(unsaved.save(result('one'))).rejects.toMatchObject({ status: 422 });
  expect([storage.get('practices'), unsaved.nWaiting]).toEqual([null, 0]);
});

it('results that are typed during a delivery are delivered with it, once', async () => {
  const { unsaved, dates } = kept();
  await Promise.all([unsaved.save(result('one')), unsaved.save(result('two'))]);
  expect(dates()).toEqual(['one', 'two']);
});

it('a result after a delivery of nothing is sent', async () => {
  const { unsaved, dates } = kept();
  await unsaved.deliver();
  await unsaved.save(result('one'));
  expect(dates()).toEqual(['one']);
});

it('a guest’s results are neither kept nor sent', async () => {
  const { unsaved, storage, dates } = kept({ token: null });
  await unsaved.save(result('one'));
  expect([dates(), storage.get('practices')]).toEqual([[], null]);
});

it('what other scripts stored is no result', async () => {
  for (const text of ['{', 'null', '[null,1,{"account":"1"}]']) {
    const { unsaved, dates } = kept({ storage: memoryStorage({ practices: text }) });
    await unsaved.deliver();
    expect(dates()).toEqual([]);
  }
});

it.each([
  ['of half a minute with their keys', 1500, 2000, 2001],
  ['as long as they are sent with their keys', 39_800, 110, 100],
])('the newest runs wait that fit into the storage: %s', async (_, characters, nBefore, nKept) => {
  const typed = Array.from({ length: nBefore + 1 }, (_, n) => new Date(Date.now() + n * 1000).toISOString());
  const entries = typed.map((date) => ({ account: '1', result: { ...result(date), text: 'x'.repeat(characters) } }));
  const last = entries.pop()?.result ?? result('none');
  const { unsaved, statuses, storage } = kept({ storage: memoryStorage({ practices: JSON.stringify(entries) }) });
  statuses.push('away');
  await unsaved.save(last);
  const stored = storage.get('practices') ?? '';
  const dates = JSON.parse(stored).map((entry: { result: { date: string } }) => entry.result.date);
  expect(dates).toEqual(typed.slice(-nKept));
});

it.each([
  ['its user', tokenOf(1)],
  ['a banned user', null],
  ['a banned user while another is logged in', tokenOf(2)],
])('the results of an account that is deleted by %s go, and those of others wait on', async (_, token) => {
  const storage = memoryStorage();
  for (const [account, date] of [
    [1, 'one'],
    [2, 'two'],
  ] as const) {
    const { unsaved, statuses } = kept({ token: tokenOf(account), storage });
    statuses.push('away');
    await unsaved.save(result(date));
  }
  const { unsaved, session } = kept({ token, storage });
  unsaved.drop(tokenOf(1, 'of a ban'));
  expect(storage.get('practices')).not.toContain('one');
  session.token = null;
  expect(unsaved.nWaiting).toBe(1);
});
