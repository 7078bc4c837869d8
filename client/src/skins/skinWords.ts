import { text } from '../core/text';
import type { LockedSkin, Skin } from '../net/api';
import { english, type SkinWords } from './skins.en';
import { spanish } from './skins.es';

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
