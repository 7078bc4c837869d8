import { describe, expect, it } from 'vitest';
import codes from '../../../shared/fixtures/errors.json';
import { errorText } from '../core/errors/errorText';
import { languages } from '../core/text';
// Adds the words of the errors of events.
import '../event/errors';
import type { ErrorCode } from '../net/serverError';

describe.each(Object.keys(languages) as (keyof typeof languages)[])('in %s', (language) => {
  it.each(Object.entries(codes) as [ErrorCode, string[]][])('%s has words with all its values', (code, names) => {
    const values = Object.fromEntries(names.map((name, index) => [name, String(70 + index)]));
    const words = errorText({ code, values, reason: '' }, language);
    expect(words).toMatch(/^\p{Lu}.*\.$/u);
    expect(words).not.toContain('undefined');
  });
});
