import { loadExtra, type ScriptServer } from '../../chunks';
import { Script } from '../../Script';

/**
 * Tells what the server refuses with in the words of a language. A refusal is rare, and its words are many: they come
 * when the first one is told. Where they cannot be had, it is told as it came.
 */
export function refusalsIn(load: () => Promise<(sentence: string) => string>) {
  const words = new Script((server) => loadExtra(load, server));
  return (sentence: string, server: ScriptServer): Promise<string> =>
    words.load(server).then(
      (tell) => tell(sentence),
      () => sentence,
    );
}
