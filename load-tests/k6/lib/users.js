/** The users created by `colibri load-users`. */

import { SharedArray } from 'k6/data';
import { call } from './net.js';
import { BASE, USERS } from './options.js';

/** All users of the file, each with `username` and `token`. */
export const users = new SharedArray('users', () =>
  open(USERS)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
);

/** Checks in `setup()` that the site answers, that there are enough users, and that it accepts them. Errors say what to do. */
export function checkSite(nUsers) {
  if (users.length < nUsers)
    throw new Error(
      `${USERS} has ${users.length} users, but this needs ${nUsers}: colibri load-users --count ${nUsers}`,
    );
  const { loggedin } = call('isloggedin', { token: users[0].token });
  if (!loggedin)
    throw new Error(
      `${BASE} does not accept the tokens of ${USERS}: create them with its database and its key (COLIBRI_JWT_KEY)`,
    );
}
