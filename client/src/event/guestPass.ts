import type { KeyValueStorage } from '../platform/storage';

/** The time for which the token of a guest is good, in milliseconds: a day, as the server says. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What this device keeps of a guest of an event. */
interface Entry {
  guest: string;
  /** When they joined, in milliseconds since 1970. */
  at: number;
}

/** Returns the token of this visitor as a guest of the event with a code; null if they are none. */
export function guestOf(storage: KeyValueStorage, code: string): string | null {
  return read(storage.get(`event.${code}`))?.guest ?? null;
}

/** Keeps the token of a guest, and drops those of events that are long over. */
export function keepGuest(storage: KeyValueStorage, code: string, guest: string, now = Date.now()): void {
  for (const key of storage.keys('event')) {
    if ((read(storage.get(key))?.at ?? 0) < now - LIFETIME_MS) storage.remove(key);
  }
  storage.set(`event.${code}`, JSON.stringify({ guest, at: now } satisfies Entry));
}

/** Drops the token of a guest, which the server does not accept any more. */
export function dropGuest(storage: KeyValueStorage, code: string): void {
  storage.remove(`event.${code}`);
}

/** Parses an entry; null for anything else. */
function read(stored: string | null): Entry | null {
  try {
    const { guest, at } = JSON.parse(stored ?? '');
    return typeof guest === 'string' && Number.isFinite(at) ? { guest, at } : null;
  } catch {
    return null;
  }
}
