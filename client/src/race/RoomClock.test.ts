import { describe, expect, it } from 'vitest';
import { RoomClock } from './RoomClock';

/** A clock after answers that took `there` and `back`, from a room whose clock is `ahead` of the page's. */
function clockOf(...answers: { at: number; there: number; back: number; ahead: number }[]): RoomClock {
  const clock = new RoomClock();
  for (const { at, there, back, ahead } of answers)
    clock.add({ sentAt: at, ms: Math.floor(at + there + ahead), receivedAt: at + there + back });
  return clock;
}

describe('the room’s clock', () => {
  it('is unknown without an answer', () => expect(new RoomClock().pageTime(5000)).toBeNull());

  it.each([
    ['a way as long as the way back', [{ at: 1000, there: 40, back: 40, ahead: 7000 }], 0],
    ['a longer way back, which is wrong by half the difference', [{ at: 1000, there: 10, back: 50, ahead: 7000 }], 20],
    [
      'the quickest question and the quickest answer, of whatever round trip',
      [
        { at: 1000, there: 10, back: 300, ahead: 7000 },
        { at: 1400, there: 200, back: 10, ahead: 7000 },
        { at: 1700, there: 100, back: 100, ahead: 7000 },
      ],
      0,
    ],
    [
      'the shortest of several round trips',
      [
        { at: 1000, there: 90, back: 10, ahead: 7000 },
        { at: 1100, there: 6, back: 6, ahead: 7000 },
        { at: 1200, there: 10, back: 400, ahead: 7000 },
      ],
      0,
    ],
  ])('is read by %s', (_, answers, error) => {
    expect(clockOf(...answers).pageTime(9000)).toBe(2000 + error);
  });

  it('is never wrong by more than half of the shortest round trip', () => {
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const clock = clockOf(
        { at: 0, there: 400 * share, back: 400 * (1 - share), ahead: 12_345 },
        { at: 500, there: 60 * (1 - share), back: 60 * share, ahead: 12_345 },
      );
      expect(Math.abs((clock.pageTime(20_000) ?? 0) - (20_000 - 12_345))).toBeLessThanOrEqual(31);
    }
  });

  it.each([
    ['slept while the room went on', 60_000],
    ['went on while the room’s stood still', -3000],
  ])('is read anew if the page’s clock %s, even by a longer round trip', (_, jump) => {
    const clock = clockOf({ at: 1000, there: 2, back: 2, ahead: 0 }, { at: 2000, there: 90, back: 90, ahead: jump });
    expect(clock.pageTime(10_000 + jump)).toBe(10_000);
  });

  it.each([0.5, 2])('is read anew while the page’s clock runs at %s times', (rate) => {
    const clock = new RoomClock();
    for (const room of [0, 1000, 2000, 10_000])
      clock.add({ sentAt: room * rate, ms: room + 10, receivedAt: (room + 20) * rate });
    // A second later, it is wrong by the half second that the clocks have moved apart.
    expect(clock.pageTime(10_010)).toBe(10_010 * rate);
    expect(Math.abs((clock.pageTime(11_010) ?? 0) - 11_010 * rate)).toBeLessThanOrEqual(1000 * Math.abs(rate - 1));
  });
});
