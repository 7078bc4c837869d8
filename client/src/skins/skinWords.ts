import { text } from '../core/text';
import type { LockedSkin, Skin, UnlockRule } from '../net/api';
import { english } from './skins.en';
import { spanish } from './skins.es';

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

/** Apart from the other texts of skins, which every screen has. */
export const skinWords = text<SkinWords>(english, spanish);

/** The name of the skin in `filename`; `otherwise` if these words lack it. */
export function skinName(words: SkinWords, filename: string, otherwise = filename): string {
  return words.skins[filename]?.name ?? otherwise;
}

/** The skin with its name and description in these words; unchanged if they lack it. */
export function skinIn<Shown extends Skin>(words: SkinWords, skin: Shown): Shown {
  return { ...skin, ...words.skins[skin.filename] };
}

/** Returns the way to unlock a skin: in these words, or in the server's if they lack its rule. */
export function skinHint(words: SkinWords, { rule, threshold, hint }: LockedSkin): string {
  return words.hints[rule]?.(threshold ?? 0) ?? hint;
}
