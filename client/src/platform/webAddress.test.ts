import { expect, it } from 'vitest';
import { webAddress } from './webAddress';

it.each(['http://example.org', 'https://example.org/a/page?of=a#book', 'HTTPS://EXAMPLE.ORG/'])(
  '%s may be a link',
  (address) => {
    expect(webAddress(address)?.href.toLowerCase()).toContain('://example.org');
  },
);

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'mailto:ana@example.org',
  '/a/page/of/ours',
  'example.org',
  '',
])('%j may not', (address) => {
  expect(webAddress(address)).toBeNull();
});
