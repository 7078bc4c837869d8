import type { ServerError } from '../../net/serverError';
import type { Language } from '../text';
import { inEnglish } from './errors.en';
import { inSpanish } from './errors.es';

const sayIn = { en: inEnglish, es: inSpanish };

/** Localizes an error, one line per field; falls back to the server's English. */
export function errorText(error: ServerError, language: Language): string {
  return [error, ...(error.others ?? [])].map(sayIn[language]).join('\n');
}
