import type { LockedSkin, Skin, UnlockRule } from '../../net/api';
import { loadExtra, type ScriptServer } from '../../platform/chunks';
import { Script } from '../../platform/Script';
import type { Language } from '..';

/** How a language tells of skins; the server itself tells of them in English. */
export interface SkinWords {
  /** By file name, those that come with the product. What an admin added is shown as it was typed. */
  skins: Readonly<Record<string, Pick<Skin, 'name' | 'description'>>>;
  /** What to do for a skin, by the rule that unlocks it; `threshold` is the number to be reached, where it has one. */
  hints: Readonly<Record<UnlockRule, (threshold: number) => string>>;
}

const spanish = new Script(async (server) => (await loadExtra(() => import('./es'), server)).es);

/** The words of a language; null for those that the server has. */
export async function loadSkinWords(language: Language, server: ScriptServer): Promise<SkinWords | null> {
  switch (language) {
    case 'en':
      return null;
    case 'es':
      return spanish.load(server);
  }
}

/** The name of the skin in `filename`; `otherwise` where the words do not know it. */
export function skinName(words: SkinWords | null, filename: string, otherwise = filename): string {
  return words?.skins[filename]?.name ?? otherwise;
}

/** A skin in these words, as far as they go. */
export function skinIn<Told extends Skin>(words: SkinWords | null, skin: Told): Told {
  return { ...skin, ...words?.skins[skin.filename] };
}

/** What to do for a skin: in these words, or in the server's where it is newer than they are. */
export function skinHint(words: SkinWords | null, { rule, threshold, hint }: LockedSkin): string {
  return words?.hints[rule]?.(threshold ?? 0) ?? hint;
}
