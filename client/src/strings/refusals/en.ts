/**
 * What the server refuses with, as sentences for people. Those that are about a field begin with its name in the api;
 * everything else is a sentence already.
 */

/** A sentence of the server about a field: the name that programs know it by, and what is wrong with it. */
export const ABOUT_FIELD = /^([\w.[\]]*): (.+)\.$/;

/** Fields that our forms call otherwise than the api does. */
const fields: Readonly<Record<string, string>> = {
  passwordConfirm: 'confirmation',
  oldPassword: 'old password',
  newPassword: 'new password',
  confirmPassword: 'confirmation',
  confirmationText: 'confirmation word',
  feedback: 'message',
  url: 'URL for proof',
  filename: 'file name',
  payerId: 'payer',
  wpm: 'speed',
  // The whole of what was sent.
  '': 'request',
};

/** A sentence of the server without the names that only programs know. */
export function inEnglish(sentence: string): string {
  const [, field, reason] = ABOUT_FIELD.exec(sentence) ?? [];
  if (field === undefined || reason === undefined) return sentence;
  if (/^this \w+ is taken$/.test(reason)) return `T${reason.slice(1)}.`;
  const name = fields[field] ?? (/^[a-z]+$/.test(field) ? field : `field “${field}”`);
  return `The ${name} ${reason}.`;
}
