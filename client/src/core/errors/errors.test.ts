import { expect, it } from 'vitest';
import { type ClientErrorCode, readError } from '../../net/serverError';
import { inEnglish } from './errors.en';
import { fields, inSpanish } from './errors.es';
import { errorText, fieldTexts } from './errorText';

/** An error as the api sends it. */
const error = (header: string) => readError(header, 'As the server says it.');

it.each([
  ['taken; field=username', 'This username is taken.', 'El nombre de usuario ya está en uso.'],
  [
    'length; field=newPassword; least=8; most=128',
    'The new password must be 8 to 128 characters long.',
    'La contraseña nueva debe tener de 8 a 128 caracteres.',
  ],
  ['missing; field=age', 'Enter the age.', 'Falta el campo “age”.'],
  ['nul-character', 'The request can’t contain the NUL character.', 'La solicitud no puede contener el carácter NUL.'],
  [
    'length; field=feedback; least=1; most=4000',
    'The message must be 1 to 4,000 characters long.',
    'El mensaje debe tener de 1 a 4000 caracteres.',
  ],
  [
    'not-payment-id; field=paymentId; least=1; most=64',
    'The payment number must be 1 to 64 characters: letters, numbers, or -.',
    'El número de pago debe tener de 1 a 64 caracteres: letras, números o -.',
  ],
  [
    'too-many-tries; seconds=121',
    'Too many attempts. Try again in 3 minutes.',
    'Demasiados intentos. Inténtalo de nuevo en 3 minutos.',
  ],
  [
    'not-on-keyboard; field=text; character=26408',
    'The text can only contain characters found on a standard keyboard; 木 (U+6728) isn’t one.',
    'El texto solo puede tener caracteres de un teclado común; 木 (U+6728) no está en él.',
  ],
  ['unknown-code', 'As the server says it.', 'As the server says it.'],
])('%s reads "%s"', (header, english, spanish) => {
  expect([inEnglish(error(header)), inSpanish(error(header))]).toEqual([english, spanish]);
});

it.each(Object.keys(fields))('the field %s has an English name, too', (field) => {
  expect(inEnglish(error(`missing; field=${field}`))).not.toMatch(/[a-z][A-Z]/);
});

it("an error without a code keeps the server's words", () => {
  expect(errorText({ reason: 'Bad gateway' }, 'es')).toBe('Bad gateway');
});

it('an error of several fields has a line for each', () => {
  const several = readError('not-email; field=email, unknown-code; field=country', 'email: no.\ncountry: no.');
  expect(errorText(several, 'en')).toBe('Enter a valid email address.\ncountry: no.');
});

it('an error has a sentence for each field, and none for the whole form', () => {
  const several = readError('not-email; field=email, not-repeated; field=passwordConfirm', '');
  expect(fieldTexts(several, 'es')).toEqual({
    email: 'Escribe una dirección de correo válida.',
    passwordConfirm: 'Las contraseñas no coinciden.',
  });
  expect(fieldTexts(error('wrong-login'), 'en')).toEqual({});
});

it.each<[ClientErrorCode, string, string]>([
  ['unreachable', 'Can’t reach the server.', 'No se puede conectar con el servidor.'],
  ['unreadable', 'Reload the page.', 'Recarga la página.'],
  ['status', 'The server returned an error (502).', 'El servidor devolvió un error (502).'],
])('an error detected in the browser is in the language of the page: %s', (code, english, spanish) => {
  const failure = { code, values: { status: '502' }, reason: '' };
  expect(errorText(failure, 'en')).toContain(english);
  expect(errorText(failure, 'es')).toContain(spanish);
});
