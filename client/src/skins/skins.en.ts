import { names } from '../../../shared/fixtures/skins.json';
import type { UnlockRule } from '../net/api';

/** The texts for skins in one language. The server describes skins in English only. */
export interface SkinWords {
  /**
   * The name by file name, and the description unless it is the server's, for the skins that come with the product;
   * without those that an admin added.
   */
  skins: Readonly<Record<string, { name: string; description?: string }>>;
  /** The ways to unlock a skin, by rule; `threshold` is the number to reach if the rule has one. */
  hints: Partial<Readonly<Record<UnlockRule, (threshold: number) => string>>>;
}

/** The skins in English: their names. Descriptions and hints are the server's own. */
export const english: SkinWords = {
  skins: Object.fromEntries(Object.entries(names).map(([filename, name]) => [filename, { name }])),
  hints: {},
};
