import { expect, it } from 'vitest';
import { accountOf } from './accountOf';

it.each([
  [`head.${btoa('{"sub":"7","name":"ana"}')}.signature`, '7'],
  ['unreadable', 'unreadable'],
])('the account of a token is its subject: %s', (token, account) => {
  expect(accountOf(token)).toBe(account);
});
