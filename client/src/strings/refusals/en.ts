import { ABOUT_FIELD } from '.';

/**
 * What the server refuses with, as sentences for people. Those that are about a field begin with its name in the api;
 * everything else is a sentence already.
 */

/** Fields, as our forms call them. */
const fields: Readonly<Record<string, string>> = {
  username: 'The username',
  email: 'The email',
  country: 'The country',
  password: 'The password',
  passwordConfirm: 'The confirmation',
  oldPassword: 'The old password',
  newPassword: 'The new password',
  confirmPassword: 'The confirmation',
  confirmationText: 'The confirmation word',
  code: 'The code',
  feedback: 'The message',
  text: 'The text',
  author: 'The author',
  url: 'The reference URL',
  reason: 'The reason',
  name: 'The name',
  filename: 'The file name',
  image: 'The image',
  description: 'The description',
  price: 'The price',
  skin: 'The skin',
  payerId: 'The payer',
  wpm: 'The speed',
  accuracy: 'The accuracy',
  time: 'The time',
  date: 'The date',
  // The whole of what was sent.
  '': 'The request',
};

/** What a field's own name would stand twice in. */
const reasons: Readonly<Record<string, string>> = {
  'must be the code of the link that we sent': 'must be that of the link that we sent',
  'is your address already': 'is yours already',
};

/** A sentence of the server without the names that only programs know. */
export function inEnglish(sentence: string): string {
  const [, field, reason] = ABOUT_FIELD.exec(sentence) ?? [];
  if (field === undefined || reason === undefined) return sentence;
  if (/^this \w+ is taken$/.test(reason)) return `T${reason.slice(1)}.`;
  return `${fields[field] ?? `The field “${field}”`} ${reasons[reason] ?? reason}.`;
}
