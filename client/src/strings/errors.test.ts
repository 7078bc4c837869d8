import { describe, expect, it } from 'vitest';
import codes from '../../../shared/fixtures/errors.json';
import { type ErrorCode, readErrorHeader } from '../net/serverError';
import { inEnglish } from './errors.en';
import { inSpanish } from './errors.es';
import { errorText } from './errorText';

/** An error as the api sends it. */
const error = (header: string) => ({ ...readErrorHeader(header), reason: 'As the server says it.' });

describe.each([
  ['English', inEnglish],
  ['Spanish', inSpanish],
])('in %s', (_, say) => {
  it.each(Object.entries(codes) as [ErrorCode, string[]][])('%s has words with all its values', (code, names) => {
    const values = Object.fromEntries(names.map((name, index) => [name, String(70 + index)]));
    const words = say({ code, values, reason: '' });
    expect(words).toMatch(/^\p{Lu}.*\.$/u);
    expect(words).not.toContain('undefined');
  });
});

it.each([
  ['taken; field=username', 'This username is taken.', 'El nombre de usuario ya está en uso.'],
  [
    'length; field=newPassword; least=8; most=128',
    'The new password must have 8 to 128 characters.',
    'La contraseña nueva debe tener de 8 a 128 caracteres.',
  ],
  ['missing; field=seats', 'The seats is missing.', 'El campo «seats» no puede faltar.'],
  [
    'nul-character',
    'The request must not contain the NUL character.',
    'La solicitud no puede contener el carácter NUL.',
  ],
  [
    'too-many-tries; seconds=121',
    'You tried too many times. Please wait 3 minutes.',
    'Lo intentaste demasiadas veces. Espera 3 minutos.',
  ],
  [
    'not-on-keyboard; field=text; character=26408',
    'The text must contain only characters on a standard keyboard, and 木 (U+6728) is not one.',
    'El texto solo puede tener caracteres de un teclado común, y 木 (U+6728) no está en él.',
  ],
  ['of-tomorrow', 'As the server says it.', 'As the server says it.'],
])('%s is said as "%s"', (header, english, spanish) => {
  expect([inEnglish(error(header)), inSpanish(error(header))]).toEqual([english, spanish]);
});

it("an error without a code keeps the server's words", async () => {
  expect(await errorText({ reason: 'Bad gateway' }, async () => inSpanish)).toBe('Bad gateway');
});

it("an error whose words do not come keeps the server's words", async () => {
  const gone = () => Promise.reject(new Error('404'));
  expect(await errorText(error('taken; field=username'), gone)).toBe('As the server says it.');
});
