import { names } from '../../../shared/fixtures/skins.json';
import type { SkinWords } from './skinWords';

/** The skins in English: their names. Descriptions and hints are the server's own. */
export const english: SkinWords = {
  skins: Object.fromEntries(Object.entries(names).map(([filename, name]) => [filename, { name }])),
  hints: {},
};
