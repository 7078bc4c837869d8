import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NOTICE_MS, NoticeStore } from './NoticeStore';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a notice may stay longer', () => {
  const notice = new NoticeStore();
  notice.show('Please check your inbox', 10_000);
  vi.advanceTimersByTime(9999);
  expect(notice.text).toBe('Please check your inbox');
  vi.advanceTimersByTime(1);
  expect(notice.text).toBeNull();
});

it('the next notice replaces the previous one, and has its full time', () => {
  const notice = new NoticeStore();
  notice.show('first');
  vi.advanceTimersByTime(2000);
  notice.show('second');
  vi.advanceTimersByTime(2999);
  expect(notice.text).toBe('second');
  vi.advanceTimersByTime(1);
  expect(notice.text).toBeNull();
});

it('a reward waits for the notice being shown, and for the reward before it', () => {
  const notice = new NoticeStore();
  notice.show('copied');
  notice.reward('a bee', 'bee');
  notice.reward('a cat', 'cat');
  expect([notice.text, notice.skin]).toEqual(['copied', null]);
  vi.advanceTimersByTime(NOTICE_MS);
  expect([notice.text, notice.skin]).toEqual(['a bee', 'bee']);
  vi.advanceTimersByTime(6000);
  expect([notice.text, notice.skin]).toEqual(['a cat', 'cat']);
  vi.advanceTimersByTime(6000);
  expect([notice.text, notice.skin]).toEqual([null, null]);
});

it('a kept notice stays until it is dismissed', () => {
  const notice = new NoticeStore();
  notice.show('copied');
  notice.keep(() => 'you are logged out');
  vi.advanceTimersByTime(60_000);
  expect([notice.text, notice.isKept]).toEqual(['you are logged out', true]);
  notice.dismiss();
  expect([notice.text, notice.isKept]).toEqual([null, false]);
});

it('a kept notice returns after a passing one', () => {
  const notice = new NoticeStore();
  notice.keep(() => 'you are logged out');
  notice.show('copied');
  notice.show('resent');
  expect([notice.text, notice.isKept]).toEqual(['resent', false]);
  vi.advanceTimersByTime(NOTICE_MS);
  expect([notice.text, notice.isKept]).toEqual(['you are logged out', true]);
});

it('a kept notice returns after a reward', () => {
  const notice = new NoticeStore();
  notice.keep(() => 'you are logged out');
  notice.reward('a bee', 'bee');
  expect([notice.text, notice.skin, notice.isKept]).toEqual(['a bee', 'bee', false]);
  vi.advanceTimersByTime(6000);
  expect([notice.text, notice.skin, notice.isKept]).toEqual(['you are logged out', null, true]);
});

it('kept notices are shown one after the other, each under a key of its own', () => {
  const notice = new NoticeStore();
  notice.keep(() => 'a race could not be saved');
  notice.keep(() => 'there is an update');
  const first = notice.key;
  expect(notice.text).toBe('a race could not be saved');
  notice.dismiss();
  expect([notice.text, notice.isKept, notice.key === first]).toEqual(['there is an update', true, false]);
  notice.dismiss();
  expect(notice.text).toBeNull();
});

it('a kept notice is dismissed by what has kept it, wherever it waits', () => {
  const notice = new NoticeStore();
  const logout = notice.keep(() => 'you are logged out');
  const update = notice.keep(() => 'there is an update');
  notice.keep(() => 'a race was saved late');
  update();
  logout();
  expect(notice.text).toBe('a race was saved late');
  logout();
  expect(notice.text).toBe('a race was saved late');
});
