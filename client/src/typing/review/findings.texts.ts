import { type Text, text } from '../../core/text';
import type { Rule } from '../../net/api';

type Numbers = (measured: string, bound: string) => string;

interface RuleTexts {
  reason: Text;
  number: Text<Numbers>;
}

const most = (en: string, es: string): Text<Numbers> =>
  text<Numbers>(
    (measured, bound) => `${en}: ${measured} (at most ${bound})`,
    (measured, bound) => `${es}: ${measured} (${bound} como máximo)`,
  );
const least = (en: string, es: string): Text<Numbers> =>
  text<Numbers>(
    (measured, bound) => `${en}: ${measured} (at least ${bound})`,
    (measured, bound) => `${es}: ${measured} (${bound} como mínimo)`,
  );

/** Each rule of docs/verdicts.md: what it says, and its number. */
export const rules: Record<Rule, RuleTexts> = {
  'not-the-text': {
    reason: text('The keys do not give the text.', 'Las teclas no dan el texto.'),
    number: most('Characters missing or wrong', 'Caracteres que faltan o no coinciden'),
  },
  'no-such-keys': {
    reason: text('No keyboard has some of the keys.', 'Ningún teclado tiene algunas de las teclas.'),
    number: most('Keys that no keyboard has', 'Teclas que no tiene ningún teclado'),
  },
  'untrusted-keys': {
    reason: text('A program made some of the keys.', 'Un programa produjo algunas de las teclas.'),
    number: most('Keys that a program made', 'Teclas producidas por un programa'),
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
    number: most('Milliseconds too late', 'Milisegundos de más'),
  },
  burst: {
    reason: text(
      'More characters came in one burst than a hand can type.',
      'Llegaron de golpe más caracteres de los que escribe una mano.',
    ),
    number: most('Characters in one burst', 'Caracteres de golpe'),
  },
  'signs-in-chords': {
    reason: text(
      'Words came at once with the signs behind them.',
      'Llegaron palabras enteras de golpe, junto con el signo que las sigue.',
    ),
    number: most('Share of such signs', 'Proporción de esos signos'),
  },
  'words-at-once': {
    reason: text(
      'Each word came at once, as from a program or a keyboard with a chord for each word. Once such a run of yours was accepted, later ones are not held for it.',
      'Cada palabra llegó de golpe, como de un programa o de un teclado con un acorde por palabra. Cuando se haya aceptado una carrera tuya así, las siguientes no se retendrán por eso.',
    ),
    number: most('Share of words that came at once', 'Proporción de palabras que llegaron de golpe'),
  },
  'fast-chords': {
    reason: text('So many strokes a second, no hands make.', 'Ninguna mano hace tantas pulsaciones por segundo.'),
    number: most('Strokes a second', 'Pulsaciones por segundo'),
  },
  'even-chords': {
    reason: text(
      'Words came at once, evenly or in proportion to their length.',
      'Llegaron palabras enteras de golpe, a un ritmo parejo o en proporción a su longitud.',
    ),
    number: least('Variation of the strokes', 'Variación de las pulsaciones'),
  },
  'double-presses': {
    reason: text(
      'Double letters came faster than one finger can press a key twice.',
      'Las letras dobles llegaron más rápido de lo que un dedo pulsa dos veces.',
    ),
    number: most('Share of double letters that were too fast', 'Proporción de letras dobles demasiado rápidas'),
  },
  'even-rhythm': {
    reason: text('The rhythm is more even than that of a hand.', 'El ritmo es más parejo que el de una mano.'),
    number: least('Variation of the intervals', 'Variación de los intervalos'),
  },
  'no-pauses': {
    reason: text('No interval is much longer than the others.', 'Ningún intervalo es mucho más largo que los demás.'),
    number: least(
      'Longest tenth of the intervals, relative to the mean',
      'Décima parte más larga de los intervalos, respecto al promedio',
    ),
  },
  cycle: {
    reason: text('The same intervals come again and again.', 'Los mismos intervalos se repiten una y otra vez.'),
    number: most('Share of intervals that come again', 'Proporción de intervalos que se repiten'),
  },
  'no-letters': {
    reason: text('The rhythm does not depend on the letters.', 'El ritmo no depende de las letras.'),
    number: least('Logarithm of the odds that it does', 'Logaritmo de la razón de probabilidades de que dependa'),
  },
  'like-another-run': {
    reason: text('The same rhythm was typed before.', 'El mismo ritmo ya se escribió antes.'),
    number: most('Likeness to an earlier run', 'Parecido con una carrera anterior'),
  },
  'above-shown': {
    reason: text(
      'This is far above what your account has shown before.',
      'Está muy por encima de lo que tu cuenta ha mostrado antes.',
    ),
    number: most('Words per minute', 'Palabras por minuto'),
  },
  'chords-inside-words': {
    reason: text(
      'Most keys came at once with others, but not as words.',
      'La mayoría de las teclas llegaron a la vez que otras, pero no como palabras.',
    ),
    number: most('Share of such characters', 'Proporción de esos caracteres'),
  },
  'coarse-clock': {
    reason: text(
      'The clock of your browser is too coarse to show a rhythm.',
      'El reloj de tu navegador es demasiado impreciso para mostrar un ritmo.',
    ),
    number: most('Milliseconds between its ticks', 'Milisegundos entre sus pulsos'),
  },
  'late-keys': {
    reason: text(
      'Some keys arrived long after they were typed.',
      'Algunas teclas llegaron mucho después de escribirse.',
    ),
    number: most('Share of late keys', 'Proporción de teclas tardías'),
  },
};
