export { attack, nUsers } from './revoked-token.mjs';

export const title = 'the same thief at an engine, which has no database';
export const shape = 'two';
