/** The keys that all windows of a browser follow: {@link RootStore.followOtherWindows}. */
export const SHARED_KEYS = [
  /** The token of the session. */
  'token',
  /** Consent to cookies: {@link ConsentStore}. */
  'cookies',
  /** The sound of keys, on or off: 'true' or 'false'. */
  'audio',
  /** The settings that the visitor chose, as JSON: {@link SettingsStore}. */
  'settings',
] as const;

/** The keys of what belongs to the user of this device, and goes with the session: {@link SessionStore}. */
export const PERSONAL_KEYS = [
  /** The visitor's own text and the part of it that is next: {@link OwnText}. */
  'ownText',
  /** The keys and speeds of the practices on this device: {@link Typist}. */
  'typist',
] as const;

export type SharedKey = (typeof SHARED_KEYS)[number];

/** The keys of the browser's storage. */
export type StorageKey =
  | SharedKey
  | (typeof PERSONAL_KEYS)[number]
  /** The theme and the language that the visitor chose before there were settings. */
  | 'theme'
  | 'language'
  /** Set once the notice for touch devices was shown. */
  | 'touch'
  /** Set when the browser's back or forward button led home from a race: Home then reloads. */
  | 'back'
  /** The end of the login lockout, in milliseconds since 1970. */
  | 'wait'
  /** The number of failed logins in a row. */
  | 'wrong'
  /** The chosen settings that have not reached their account: {@link SettingsSync}. */
  | 'unsentSettings'
  /** The practice results that are not saved yet: {@link UnsavedResults}. */
  | 'practices'
  /** The finished races that are not known to be saved: {@link UnsavedFinishes}. */
  | 'finishes'
  /** The query of the address of what the visitor chose to practice last; not set for any text. */
  | 'practiceMode'
  /** The choices of all modes of practice, as another such query. */
  | 'practiceOptions'
  /** The last practice of a guest, which a new account gets: {@link guestResult}. */
  | 'guestResult'
  /** The bag of a guest, as the server gave it with the last text: it says which texts came already. */
  | 'textBag'
  /** The keys typed in the race with a code: {@link StoredKeys}. */
  | KeyOf<'race'>
  /** The token of a guest of the event with a code: `guestOf`. */
  | KeyOf<'event'>
  /** The key of the event with a code that was opened on this device. */
  | KeyOf<'host'>;

type KeyOf<Kind extends 'race' | 'event' | 'host'> = `${Kind}.${string}`;

/** Storage of texts by key. */
export interface KeyValueStorage {
  get(key: StorageKey): string | null;
  /** Returns whether the value outlasts the page. */
  set(key: StorageKey, value: string): boolean;
  remove(key: StorageKey): void;
  /** Returns whether values outlast the page. */
  isLasting(): boolean;
  /** The storage keys of all races, or of all events. */
  keys<Kind extends 'race' | 'event'>(kind: Kind): KeyOf<Kind>[];
}

/**
 * The browser's storage. If it is forbidden or full, values last as long as the page, so that visitors with a
 * locked-down browser can still practice.
 */
export function browserStorage(area: () => Storage): KeyValueStorage {
  const fallback = new Map<string, string>();
  return {
    get(key) {
      // The value that could not be stored is newer than the stored one.
      const unstored = fallback.get(key);
      if (unstored !== undefined) return unstored;
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        area().setItem(key, value);
        fallback.delete(key);
        return true;
      } catch {
        fallback.set(key, value);
        return false;
      }
    },
    remove(key) {
      fallback.delete(key);
      try {
        area().removeItem(key);
      } catch {
        // Forbidden storage holds nothing to remove.
      }
    },
    isLasting() {
      try {
        area().setItem('probe', '');
        area().removeItem('probe');
        return true;
      } catch {
        return false;
      }
    },
    keys(kind) {
      try {
        return ofKind(kind, Object.keys(area()));
      } catch {
        return [];
      }
    },
  };
}

function ofKind<Kind extends 'race' | 'event'>(kind: Kind, keys: string[]): KeyOf<Kind>[] {
  return keys.filter((key): key is KeyOf<Kind> => key.startsWith(`${kind}.`));
}

/** Storage that lasts as long as its holder, for tests. */
export function memoryStorage(entries: Partial<Record<StorageKey, string>> = {}): KeyValueStorage {
  const map = new Map<string, string | undefined>(Object.entries(entries));
  return {
    get: (key) => map.get(key) ?? null,
    set(key, value) {
      map.set(key, value);
      return true;
    },
    remove: (key) => void map.delete(key),
    isLasting: () => true,
    keys: (kind) => ofKind(kind, [...map.keys()]),
  };
}
