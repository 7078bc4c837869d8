import type { ServerError } from '../../net/serverError';
import type { Language } from '../text';
import { inEnglish } from './errors.en';
import { inSpanish } from './errors.es';

const sayIn = { en: inEnglish, es: inSpanish };

/** Localizes an error, one line per field; falls back to the server's English. */
export function errorText(error: ServerError, language: Language): string {
  return all(error).map(sayIn[language]).join('\n');
}

/** Returns the sentence about each refused field, by the field's name in the api. */
export function fieldTexts(error: ServerError, language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(
    all(error).flatMap((each) =>
      each.values?.field === undefined ? [] : [[each.values.field, sayIn[language](each)]],
    ),
  );
}

function all(error: ServerError): ServerError[] {
  return [error, ...(error.others ?? [])];
}
