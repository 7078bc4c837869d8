import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { base64, logOf } from './keyLog.js';

const { cases } = JSON.parse(readFileSync(new URL('../../../shared/fixtures/key-log.json', import.meta.url), 'utf8'));

test('keys have the bytes that the server reads', () => {
  const known = cases.filter(({ keystrokes }) => !keystrokes.includes('\u0017'));
  assert.ok(known.length > 4);
  for (const { name, text, keystrokes, times, log, ends } of known) {
    const bytes = logOf(
      text,
      [...keystrokes].map((key, n) => ({ key, ms: times[n] })),
    );
    assert.equal(Buffer.from(bytes.flat()).toString('hex'), log, name);
    let end = 0;
    assert.deepEqual(
      bytes.map(({ length }) => (end += length)),
      ends,
      name,
    );
  }
});

test('bytes are sent in base64', () => {
  for (const text of ['', 'a', 'ab', 'abc', '\u0000\u00ff\u00fe~'])
    assert.equal(base64([...Buffer.from(text, 'latin1')]), Buffer.from(text, 'latin1').toString('base64'));
});
