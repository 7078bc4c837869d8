import { loadExtra, type ScriptServer } from '../../chunks';
import { Script } from '../../Script';

/** A sentence of the server about a field: the name that programs know it by, and what is wrong with it. */
export const ABOUT_FIELD = /^([\w.[\]]*): (.+)\.$/;

/** Of one sentence. */
type Tell = (sentence: string) => string;

/**
 * Tells what the server refuses with in the words of a language. A refusal is rare, and its words are many: they come
 * when the first one is told. Where they cannot be had, it is told as it came.
 *
 * @param needsWords Whether a sentence is told otherwise than it came.
 */
export function refusalsIn(load: () => Promise<Tell>, needsWords: (sentence: string) => boolean = () => true) {
  const words = new Script((server) => loadExtra(load, server));
  return async (sentence: string, server: ScriptServer): Promise<string> => {
    if (!needsWords(sentence)) return sentence;
    return words.load(server).then(
      (tell) => tell(sentence),
      () => sentence,
    );
  };
}
