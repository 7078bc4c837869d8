import type { ServerError } from '../../net/serverError';
import type { Language, Text } from '../text';
import { inEnglish } from './errors.en';
import { inSpanish } from './errors.es';

const sayIn = { en: inEnglish, es: inSpanish };

/** The words of errors that only some screens show. */
const further: Partial<Record<string, Text>> = {};

/** Adds the words of errors that only some screens show, so that the others do not load them. */
export function explainErrors(words: Readonly<Record<string, Text>>): void {
  Object.assign(further, words);
}

function say(error: ServerError, language: Language): string {
  return further[error.code ?? '']?.[language] ?? sayIn[language](error);
}

/** Localizes an error, one line per field; falls back to the server's English. */
export function errorText(error: ServerError, language: Language): string {
  return all(error)
    .map((each) => say(each, language))
    .join('\n');
}

/** Returns the sentence about each refused field, by the field's name in the api. */
export function fieldTexts(error: ServerError, language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(
    all(error).flatMap((each) => (each.values?.field === undefined ? [] : [[each.values.field, say(each, language)]])),
  );
}

function all(error: ServerError): ServerError[] {
  return [error, ...(error.others ?? [])];
}
