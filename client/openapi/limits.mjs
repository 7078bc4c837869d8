// Writes limits.json: the limits of the fields of forms, as attributes of an input; and the client's divisions.ts.
// Another call may have no limit for a field of the same name: a login accepts any password.
import { generated, read } from './generated.mjs';

const ATTRIBUTES = { minLength: 'minLength', maxLength: 'maxLength', minimum: 'min', maximum: 'max' };

/** Calls that are left out: no form sends them, or the field of another form with the same name has other limits. */
const LEFT_OUT = ['/api/singleplayer', '/api/events/join'];

const { paths } = JSON.parse(read('../../shared/fixtures/openapi.json'));
const limits = {};
for (const [path, { post }] of Object.entries(paths)) {
  if (LEFT_OUT.includes(path)) continue;
  const fields = post?.requestBody?.content['application/json'].schema.properties ?? {};
  for (const [field, schema] of Object.entries(fields)) {
    const rules = schema.oneOf?.[0] ?? schema;
    const named = Object.keys(ATTRIBUTES).filter((name) => name in rules && rules.type !== 'integer');
    if (named.length === 0) continue;
    const limit = Object.fromEntries(named.map((name) => [ATTRIBUTES[name], rules[name]]));
    if (JSON.stringify(limits[field] ?? limit) !== JSON.stringify(limit)) throw new Error(`${field} has two limits`);
    limits[field] = limit;
  }
}

generated('limits.json', `${JSON.stringify(limits, null, 2)}\n`);

const { division } = paths['/api/leaderboard'].post.requestBody.content['application/json'].schema.properties;
const [{ enum: ends }] = division.oneOf;
generated(
  '../src/net/divisions.ts',
  `// Written by \`make generate\` from the divisions that typing/src/division.rs declares.

/** The lower ends of the divisions, in wpm, the slowest first. */
export const divisions = [${ends.join(', ')}] as const;

export type DivisionEnd = (typeof divisions)[number];
`,
);
