import type { PracticeResult } from '../net/api';
import type { KeyValueStorage } from '../platform/storage';

/** The time for which a guest's result waits for a signup, in milliseconds: later, someone else may use the device. */
const KEPT_MS = 24 * 3_600_000;

/** Keeps a guest's practice on this device, in place of the one before. */
export function keepGuestResult(storage: KeyValueStorage, result: PracticeResult): void {
  storage.set('guestResult', JSON.stringify(result));
}

/** Returns the last practice of a guest on this device, which a new account gets; null if there is none. */
export function guestResult(storage: KeyValueStorage): PracticeResult | null {
  try {
    const kept: PracticeResult | null = JSON.parse(storage.get('guestResult') ?? 'null');
    return kept !== null && Date.now() - Date.parse(kept.date) < KEPT_MS ? kept : null;
  } catch {
    return null;
  }
}
