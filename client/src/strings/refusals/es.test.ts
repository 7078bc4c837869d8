import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { TAKEN_OVER } from '../../net/wire';
import { es } from '../es';
import { inSpanish, reasons, sentences } from './es';

const repository = new URL('../../../../', import.meta.url);

/** Where sentences stand that no client is told: those of the api's document, of mails, and of the payment simulator. */
const NOT_TOLD = ['api/src/document/', 'api/src/routes.rs', 'api/src/mail/words/', 'api/src/payments/simulator/'];

/** Every string of the server's source that `pattern` fits, from the folders that refuse. */
function literals(pattern: RegExp): string[] {
  const files = ['api/src/', 'engine/src/', 'shared/src/']
    .flatMap((folder) =>
      readdirSync(new URL(folder, repository), { recursive: true, encoding: 'utf8' }).map((file) => folder + file),
    )
    .filter((file) => file.endsWith('.rs') && !/(^|\/)tests(\/|\.rs$)/.test(file))
    .filter((file) => !NOT_TOLD.some((start) => file.startsWith(start)));
  const found = files.flatMap((file) => {
    const [source = ''] = readFileSync(new URL(file, repository), 'utf8').split('#[cfg(test)]\nmod tests {');
    const code = source.replace(/^\s*\/\/.*$/gm, '');
    return [...code.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, words = '']) => words.replace(/\\\n\s*/g, ''));
  });
  return [...new Set(found)].filter((words) => pattern.test(words)).sort();
}

/** `{field}: {reason}.` is put together from what is looked at by itself. */
const told = literals(/^[A-Z{].* .*[.!]$/s).filter((sentence) => sentence !== '{field}: {reason}.');
const toldOfFields = literals(/^(must|is|has) /);

/** A sentence with values in its places. */
function filled(sentence: string): string {
  return sentence
    .replace('wait {}', 'wait 3 minutes')
    .replace(/\{field\}/g, 'email')
    .replace('{CONFIRMATION}', 'IRREVERSIBLE')
    .replace(/\{\w*\}/g, '7');
}

describe('the refusals in Spanish', () => {
  it('are in English until their words come, which are asked for until they do', async () => {
    const check = vi.fn(async () => false);
    const server = { check, back: async () => {} };
    expect(es.errors.refused('email: is missing.')).toBe('The email is missing.');
    await es.errors.loadRefusals(server);
    expect(es.errors.refused('email: is missing.')).toBe('The email is missing.');
    check.mockResolvedValue(true);
    await es.errors.loadRefusals(server);
    expect(es.errors.refused('email: is missing.')).toBe('El correo no puede faltar.');
    await es.errors.loadRefusals(server);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('are found in the source of the server', () => {
    expect([told.length, toldOfFields.length].every((count) => count > 30)).toBe(true);
    expect(told).toContain('The email or password is incorrect.');
    expect(toldOfFields).toContain('is reserved');
  });

  it('are in the words by which the race page knows that another window took over', () => {
    expect(told).toContain(TAKEN_OVER);
  });

  it.each(told)('have words for "%s"', (sentence) => {
    expect(inSpanish(filled(sentence))).not.toBe(filled(sentence));
  });

  it.each(toldOfFields)('have words for a field that "%s"', (reason) => {
    expect(inSpanish(`email: ${filled(reason)}.`)).not.toContain(filled(reason));
  });

  it('hold nothing that the server does not say', () => {
    const routes = readFileSync(new URL('api/src/routes.rs', repository), 'utf8');
    expect(Object.keys(sentences).filter((each) => !told.includes(each) && !routes.includes(`"${each}"`))).toEqual([]);
    expect(Object.keys(reasons).filter((each) => !toldOfFields.includes(each))).toEqual([]);
  });

  it.each([
    ['username: this username is taken.', 'El nombre de usuario ya está en uso.'],
    ['newPassword: must have 8 to 128 characters.', 'La contraseña nueva debe tener de 8 a 128 caracteres.'],
    ['text: must have 60 to 600 characters, but has 12.', 'El texto debe tener de 60 a 600 caracteres, pero tiene 12.'],
    [
      'text: must contain only characters on a standard keyboard, and 木 (U+6728) is not one.',
      'El texto solo puede tener caracteres de un teclado común, y 木 (U+6728) no lo es.',
    ],
    ['payments[0].id: is missing.', 'El campo «payments[0].id» no puede faltar.'],
    [': has the wrong type.', 'La solicitud no es del tipo esperado.'],
    ['You tried too many times. Please wait 1 second.', 'Lo intentaste demasiadas veces. Espera 1 segundo.'],
    ['You tried too many times. Please wait 3 minutes.', 'Lo intentaste demasiadas veces. Espera 3 minutos.'],
    [
      'This event could not be read: accuracy: must be a number.',
      'Este evento no se puede leer. La precisión debe ser un número.',
    ],
  ])('say of "%s": "%s"', (sentence, spanish) => expect(inSpanish(sentence)).toBe(spanish));

  it.each(['bad gateway', '<html>', 'Whatever a proxy says: nothing good.', ''])('leave "%s" as it came', (other) => {
    expect(inSpanish(other)).toBe(other);
  });
});
