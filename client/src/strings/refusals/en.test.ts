import { describe, expect, it } from 'vitest';
import { en } from '../en';
import { inEnglish } from './en';

describe('the refusals in English', () => {
  it.each([
    ['passwordConfirm: must be the same as the password.', 'The confirmation must be the same as the password.'],
    ['confirmationText: must be IRREVERSIBLE.', 'The confirmation word must be IRREVERSIBLE.'],
    ['code: must be the code of the link that we sent.', 'The code must be that of the link that we sent.'],
    ['username: must be 3 to 20 letters, digits, _ or -.', 'The username must be 3 to 20 letters, digits, _ or -.'],
    ['skin: is not what this payment is for.', 'The skin is not what this payment is for.'],
    ['wpm: must be 0 to 350.', 'The speed must be 0 to 350.'],
    ['username: this username is taken.', 'This username is taken.'],
    ['payments[0].id: is missing.', 'The field “payments[0].id” is missing.'],
    [': is of the wrong type.', 'The request is of the wrong type.'],
  ])('say of "%s": "%s"', (refusal, sentence) => expect(inEnglish(refusal)).toBe(sentence));

  it.each([
    'Email or password is wrong.',
    'This event cannot be read: accuracy: must be a number.',
    'bad gateway',
    'Whatever a proxy says: nothing good.',
    '',
  ])('leave "%s" as it came', (other) => expect(inEnglish(other)).toBe(other));

  it('are told at once', () => expect(en.errors.refused('email: is missing.')).toBe('The email is missing.'));
});
