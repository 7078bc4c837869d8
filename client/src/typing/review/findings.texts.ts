import { type Text, text } from '../../core/text';
import type { Rule } from '../../net/api';

type Numbers = (measured: string, bound: string) => string;

interface RuleTexts {
  reason: Text;
  number: Text<Numbers>;
}

const most = (en: string, es: string): Text<Numbers> =>
  text<Numbers>(
    (measured, bound) => `${en}: ${measured}. At most ${bound} are usual.`,
    (measured, bound) => `${es}: ${measured}. Lo usual es ${bound} como máximo.`,
  );
const least = (en: string, es: string): Text<Numbers> =>
  text<Numbers>(
    (measured, bound) => `${en}: ${measured}. At least ${bound} is usual.`,
    (measured, bound) => `${es}: ${measured}. Lo usual es ${bound} como mínimo.`,
  );

/** Each rule of docs/verdicts.md: what it says, and its number. */
export const rules: Record<Rule, RuleTexts> = {
  'not-the-text': {
    reason: text('The keys do not give the text.', 'Las teclas no dan el texto.'),
    number: most('Characters missing or wrong', 'Caracteres que faltan o sobran'),
  },
  'untrusted-keys': {
    reason: text('A program made some of the keys.', 'Un programa produjo algunas de las teclas.'),
    number: most('Keys made by a program', 'Teclas de un programa'),
  },
  pastes: {
    reason: text('Several characters were inserted at once.', 'Se insertaron varios caracteres a la vez.'),
    number: most('Insertions', 'Inserciones'),
  },
  'clock-ahead': {
    reason: text(
      'The last key is later than the message that brought it.',
      'La última tecla es posterior al mensaje que la trajo.',
    ),
    number: most('Milliseconds', 'Milisegundos'),
  },
  burst: {
    reason: text(
      'So many characters came in one burst as no hand gives.',
      'Llegaron de golpe más caracteres de los que da una mano.',
    ),
    number: most('Characters in one burst', 'Caracteres de golpe'),
  },
  'double-presses': {
    reason: text(
      'The same key was pressed twice faster than a finger can lift.',
      'La misma tecla se pulsó dos veces más rápido de lo que se levanta un dedo.',
    ),
    number: most('Share of double letters', 'Proporción de letras dobles'),
  },
  'even-rhythm': {
    reason: text('The rhythm is more even than that of a hand.', 'El ritmo es más parejo que el de una mano.'),
    number: least('Variation of the intervals', 'Variación de los intervalos'),
  },
  'no-pauses': {
    reason: text('No interval is much longer than the others.', 'Ningún intervalo es mucho más largo que los demás.'),
    number: least('The longest tenth against the mean', 'La décima parte más larga frente al promedio'),
  },
  cycle: {
    reason: text('The same intervals come again and again.', 'Los mismos intervalos se repiten una y otra vez.'),
    number: most('Share that comes again', 'Proporción que se repite'),
  },
  'no-letters': {
    reason: text('The rhythm does not depend on the letters.', 'El ritmo no depende de las letras.'),
    number: least('Logarithm of the odds', 'Logaritmo de la razón de probabilidades'),
  },
  'late-keys': {
    reason: text(
      'Some keys arrived long after they were typed.',
      'Algunas teclas llegaron mucho después de escribirse.',
    ),
    number: most('Late keys', 'Teclas tardías'),
  },
};
