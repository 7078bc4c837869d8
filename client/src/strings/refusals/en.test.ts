import { describe, expect, it } from 'vitest';
import { en } from '../en';
import { inEnglish } from './en';

describe('the refusals in English', () => {
  it.each([
    ['passwordConfirm: must match the password.', 'The confirmation must match the password.'],
    ['confirmationText: must be IRREVERSIBLE.', 'The confirmation word must be IRREVERSIBLE.'],
    ['code: must be the one from the link we sent.', 'The code must be the one from the link we sent.'],
    [
      'username: must be 3 to 20 characters: letters, numbers, _ or -.',
      'The username must be 3 to 20 characters: letters, numbers, _ or -.',
    ],
    ['skin: is not the one this payment is for.', 'The skin is not the one this payment is for.'],
    ['wpm: must be between 0 and 350.', 'The speed must be between 0 and 350.'],
    ['username: this username is taken.', 'This username is taken.'],
    ['payments[0].id: is missing.', 'The field “payments[0].id” is missing.'],
    [': has the wrong type.', 'The request has the wrong type.'],
  ])('say of "%s": "%s"', (refusal, sentence) => expect(inEnglish(refusal)).toBe(sentence));

  it.each([
    'The email or password is incorrect.',
    'This event could not be read: accuracy: must be a number.',
    'bad gateway',
    'Whatever a proxy says: nothing good.',
    '',
  ])('leave "%s" as it came', (other) => expect(inEnglish(other)).toBe(other));

  it('are told at once', () => expect(en.errors.refused('email: is missing.')).toBe('The email is missing.'));
});
