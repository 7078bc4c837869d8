import { expect, it } from 'vitest';
import { TypingRun } from '../typing/rules/TypingRun';
import { demonstrationKeys } from './demonstration';
import * as texts from './texts';

it.each([
  ['off', 1],
  ['letter', 0],
  ['word', 0],
] as const)('the demonstration reaches the end with three mistakes if %s stops it', (stopOnError, uncorrected) => {
  for (const text of [texts.sample.en, texts.sample.es]) {
    const run = new TypingRun(text, stopOnError);
    for (const key of demonstrationKeys(run.characters, stopOnError)) run.press(key);
    expect([run.cursor, run.errors, run.uncorrected]).toEqual([run.characters.length, 3, uncorrected]);
  }
});
