import { queryOptions } from '@tanstack/react-query';
import type { RootStore, Services } from '../../core/RootStore';
import type { Language } from '../../core/text';
import { CHARACTERS_PER_WORD } from '../../typing/rules/score';
import type { PracticeText } from '../PracticeRun';
import { textOfSite } from '../queries';
import { type Choice, choiceOf, modeOf } from '../rules/choice';
import { limitOf } from '../rules/mode';
import { drawWeak } from '../rules/weakKeys';
import { drawWords, type Random, textOfWords } from '../rules/words';
import { languageOf, orKept } from '../siteText';
import { OwnText } from './OwnText';
import { ownKeys } from './ownKeys';
import * as texts from './texts';

/** More than anyone types, in words per minute: a timed text never ends, and need not grow. */
const FASTEST_WPM = 350;

/** The words of a text for weak keys, and the frequent words from which they are drawn: enough of them have rare letters. */
const WEAK_WORDS = 40;
const WEAK_AMONG = 2000;

/** The frequent words of a language, the most frequent first. */
function wordsQuery(services: Services, language: Language) {
  return queryOptions({
    queryKey: ['words', language],
    queryFn: async () => {
      const { words } = await orKept<{ words: string[] }>(services, 'words', 'words', `language=${language}`);
      return words;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the first text of the mode that a query names, or the one after `before`. */
export async function nextText(
  root: RootStore,
  search: string,
  before: PracticeText | null,
  random: Random = Math.random,
): Promise<PracticeText> {
  const choice = choiceOf(search);
  const language = languageOf(search, root.settings);
  const { services } = root;
  const mode = modeOf(choice);
  switch (choice.mode) {
    case 'text':
      return textOfSite(root, search, before);
    case 'own':
      return ownText(root, language, before);
    case 'words': {
      const words = await services.queries.query(wordsQuery(services, language));
      return { text: ofWords(words.slice(0, Number(choice.words)), choice, language, random), mode, language };
    }
    case 'weak': {
      const keys = await services.queries.query(ownKeys(root, language));
      const words = await services.queries.query(wordsQuery(services, language));
      return { text: drawWeak(words.slice(0, WEAK_AMONG), keys, WEAK_WORDS, random).join(' '), mode, language };
    }
  }
}

function ownText(
  { services: { storage }, settings }: RootStore,
  language: Language,
  before: PracticeText | null,
): PracticeText {
  const own = new OwnText(storage);
  if (before?.mode === 'own' && before.text === own.parts[own.part]) own.next();
  const text = own.parts[own.part];
  if (text !== undefined) return { text, mode: 'own', language, lang: '' };
  return { text: texts.noOwnText[settings.language], mode: 'own', language: settings.language, isSample: true };
}

/** Makes a text of frequent words: as many as chosen, or more than anyone types in the chosen time. */
function ofWords(words: readonly string[], choice: Choice, language: Language, random: Random): string {
  const marks = {
    capitals: choice.capitals === 'on',
    punctuation: choice.punctuation === 'on',
    numbers: choice.numbers === 'on',
  };
  const write = (count: number) => textOfWords(drawWords(words, count, random), marks, language, random);
  const limitMs = limitOf(modeOf(choice));
  if (limitMs === null) return write(Number(choice.end));
  const length = (limitMs / 60_000) * FASTEST_WPM * CHARACTERS_PER_WORD;
  let text = write(Math.ceil(length / (CHARACTERS_PER_WORD + 1)));
  while (text.length < length && words.length > 0) text += ` ${write(20)}`;
  return text;
}
