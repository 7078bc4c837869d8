import { expect, it } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { entered, participant, SEAT } from './testing';
import { isLonely } from './useSeekRoom';

it('a racer is lonely while they wait alone for a text that is not in the default language', async () => {
  const participants = [participant('ana')];
  for (const language of ['es', 'en'] as const) {
    const seat = { ...SEAT, participants, text: { ...SEAT.text, language } };
    const { race, server } = await entered(memoryStorage(), async () => seat);
    server.connects();
    expect(isLonely(race)).toBe(false);
    server.says('waiting', { ms: 20_000, countdown: 10_000 });
    expect(isLonely(race)).toBe(language === 'es');
    server.says('join', participant('bo'));
    expect(isLonely(race)).toBe(false);
    server.says('leave', { username: 'bo' });
    expect(isLonely(race)).toBe(language === 'es');
    server.says('starting', { ms: 10_000, at: 10_000 });
    expect(isLonely(race)).toBe(false);
  }
});

it('a racer in a private room is never lonely: nobody else is sent there, or away from there', async () => {
  const text = { ...SEAT.text, language: 'es' as const };
  const seat = { ...SEAT, participants: [participant('ana')], text, private: true };
  const { race, server } = await entered(memoryStorage(), async () => seat);
  server.says('waiting', { ms: 20_000, countdown: 10_000 });
  expect(isLonely(race)).toBe(false);
});
