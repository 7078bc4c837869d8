import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { percent, plan } from './typing.js';

const TEXT = 'The hummingbird is the only bird that flies backwards. It does so in the rain, too.';

/** Applies the rules of typing to keys. Returns the cursor after each key, whether the text is complete, and the errors. */
function replay(text, keystrokes) {
  const characters = [...text];
  const typed = [];
  const cursors = [];
  let errors = 0;
  for (const key of keystrokes) {
    if (key === '\b') typed.pop();
    else {
      errors += key === characters[typed.length] ? 0 : 1;
      typed.push(key);
    }
    cursors.push(typed.length);
  }
  return { cursors, isFinished: typed.join('') === text, errors };
}

test('every run types the whole text, with mistakes and backspaces', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { keystrokes, accuracy } = plan(TEXT, { wpm: 80, mistakes: 0.1, seed });
    const { isFinished, errors } = replay(TEXT, keystrokes);
    assert.ok(isFinished, keystrokes);
    assert.ok(Math.abs(accuracy - (100 * (TEXT.length - errors)) / TEXT.length) < 0.01);
  }
});

test('updates are the changes of the percent, at the times of the keys', () => {
  const { keystrokes, updates, ms } = plan(TEXT, { wpm: 80, mistakes: 0.1, seed: 7 });
  const percents = replay(TEXT, keystrokes).cursors.map((cursor) => percent(cursor, TEXT.length));
  assert.deepEqual(
    updates.map(({ completed }) => completed),
    percents.filter((completed, index) => completed !== (percents[index - 1] ?? 0)),
  );
  assert.deepEqual(
    updates,
    [...updates].sort((one, other) => one.at - other.at),
  );
  assert.ok(updates.at(-1).at <= ms + 0.001);
});

test('the duration of a run matches its speed, including corrections', () => {
  assert.equal(plan('x'.repeat(300), { wpm: 60, mistakes: 0.1 }).ms, 60_000);
});

test('a seed determines a run', () => {
  const keys = (seed) => plan(TEXT, { wpm: 60, seed, mistakes: 0.2 }).keystrokes;
  assert.equal(keys(3), keys(3));
  assert.notEqual(keys(3), keys(4));
});

test('characters are counted as on the site', () => {
  const { keystrokes, updates } = plan('a🐦ñ', { wpm: 60, mistakes: 0 });
  assert.equal(keystrokes, 'a🐦ñ');
  assert.deepEqual(
    updates.map(({ completed }) => completed),
    [33, 67, 100],
  );
});

test('the rules of typing are the same as on the site', () => {
  const cases = JSON.parse(readFileSync(new URL('../../../shared/fixtures/typing.json', import.meta.url)));
  // Races have the first rules, those of texts.
  const known = cases.filter(({ finished, rules = 1 }) => finished && rules === 1);
  assert.ok(known.length > 2);
  for (const { name, text, keys, errors } of known) assert.deepEqual(replay(text, keys).errors, errors, name);
});
