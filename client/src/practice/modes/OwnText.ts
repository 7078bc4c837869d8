import type { KeyValueStorage } from '../../platform/storage';
import { LONGEST_OWN, partsOf, typed } from '../rules/ownText';

/** The visitor's own text, which this device keeps. */
export class OwnText {
  readonly #storage: KeyValueStorage;
  #kept: { text: string; part: number };

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
    this.#kept = keptIn(storage.get('ownText'));
  }

  /** The whole text; empty if there is none. */
  get text(): string {
    return this.#kept.text;
  }

  get parts(): string[] {
    return partsOf(this.text);
  }

  /** The index of the part that is typed now. */
  get part(): number {
    return Math.min(this.#kept.part, Math.max(this.parts.length - 1, 0));
  }

  /**
   * Keeps a pasted text, without what is too long, and begins with its first part. Returns whether it outlasts the page.
   */
  paste(text: string): boolean {
    return this.#keep([...typed(text)].slice(0, LONGEST_OWN).join(''), 0);
  }

  /** Moves on to the next part; after the last, to the first. */
  next(): void {
    this.#keep(this.text, this.parts.length === 0 ? 0 : (this.part + 1) % this.parts.length);
  }

  #keep(text: string, part: number): boolean {
    this.#kept = { text, part };
    return this.#storage.set('ownText', JSON.stringify(this.#kept));
  }
}

/** Returns what is stored; no text if it is something else. */
function keptIn(stored: string | null): { text: string; part: number } {
  try {
    const { text, part } = JSON.parse(stored ?? '');
    if (typeof text === 'string' && Number.isInteger(part) && part >= 0) return { text, part };
  } catch {
    // Nothing is stored, or another script has written it.
  }
  return { text: '', part: 0 };
}
