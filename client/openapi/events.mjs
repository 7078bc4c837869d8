// Writes the client's wire.ts and watchWire.ts and the tables of events in docs/protocol.md, from the events that the
// server declares.
import { generated, read } from './generated.mjs';

const { client, server, watch, types } = JSON.parse(read('../../shared/fixtures/events.json'));

const nameOf = ({ $ref }) => $ref?.split('/').at(-1);
const resolve = (schema) => (schema.$ref ? resolve(types[nameOf(schema)]) : schema);
const isNull = ({ type }) => type === 'null';
/** An optional value when it is there. */
const present = (schema) => (schema.oneOf?.some(isNull) ? schema.oneOf.find((one) => !isNull(one)) : schema);
const scalarOf = ({ type }) =>
  [type]
    .flat()
    .find((one) => one !== 'null')
    .replace('integer', 'number');
const isObject = (schema) => 'allOf' in schema || 'oneOf' in schema || schema.type === 'object';

/** The fields of an object with those that are flattened into it; of an enum, those of all variants. */
function fieldsOf(schema) {
  const { properties = {}, required = [], allOf, oneOf } = resolve(schema);
  if (allOf) return allOf.flatMap(fieldsOf);
  const all = oneOf?.flatMap(fieldsOf);
  return oneOf
    ? [...new Set(all.map(({ name }) => name))].map((name) => {
        const same = all.filter((field) => field.name === name);
        const values = same.flatMap((field) => field.schema.enum ?? []);
        const isRequired = same.length === oneOf.length && same.every((field) => field.isRequired);
        const isAlike = same.every(({ schema: { description } }) => description === same[0].schema.description);
        const { description, ...whole } = same[0].schema;
        const shared = isAlike ? { description, ...whole } : whole;
        return { name, isRequired, schema: values.length > 0 ? { enum: values } : shared };
      })
    : Object.entries(properties).map(([name, value]) => ({ name, isRequired: required.includes(name), schema: value }));
}

const keyOf = ({ name, isRequired }) => (isRequired ? name : `${name}?`);

/** The names of all fields, such as `{username, finish?: {time, wpm}}`. */
function outline(schema) {
  const inner = (value) => {
    if (value.type === 'array' && isObject(resolve(value.items))) return `: [${outline(value.items)}]`;
    return isObject(value) ? `: ${outline(value)}` : '';
  };
  return `{${fieldsOf(schema)
    .map((field) => keyOf(field) + inner(resolve(present(field.schema))))
    .join(', ')}}`;
}

const comment = ({ description }, indent = '') =>
  description ? `${indent}/** ${description.replaceAll(/\s+/g, ' ')} */\n` : '';

/** Declarations of the named types, each after those that it uses. */
const declared = new Map();

function valibot(optional) {
  const schema = present(optional);
  const name = nameOf(schema);
  const whole = resolve(schema);
  if (name === 'ErrorCode') return 'errorCode';
  if (name === 'Rule') return 'rule';
  if (name && isObject(whole)) {
    const constant = name[0].toLowerCase() + name.slice(1);
    if (!declared.has(name)) {
      const text = `${comment(whole)}export const ${constant} = ${valibot(whole)};\n`;
      declared.set(name, `${text}export type ${name} = v.InferOutput<typeof ${constant}>;\n`);
    }
    return constant;
  }
  if (whole.enum) return `v.picklist([${whole.enum.map((value) => `'${value}'`).join(', ')}])`;
  if (whole.type === 'array') return `v.array(${valibot(whole.items)})`;
  if (whole.oneOf) return `v.union([${whole.oneOf.map(valibot).join(', ')}])`;
  if (!isObject(whole)) return `v.${scalarOf(whole)}()`;
  const fields = fieldsOf(whole).map((field) => {
    const value = valibot(field.schema);
    return `${comment(field.schema, '  ')}  ${field.name}: ${field.isRequired ? value : `v.optional(${value})`},\n`;
  });
  return fields.length === 0 ? 'v.object({})' : `v.object({\n${fields.join('')}})`;
}

const typescriptFields = (schema) =>
  `{ ${fieldsOf(schema)
    .map((field) => `${keyOf(field)}: ${typescript(field.schema)}`)
    .join('; ')} }`;

function typescript(optional) {
  const schema = resolve(present(optional));
  if (isObject(schema)) return typescriptFields(schema);
  return scalarOf(schema) === 'array' ? `${typescript(schema.items)}[]` : scalarOf(schema);
}

const payloads = ([name, description, payload]) => `${comment({ description }, '  ')}  ${name}: ${valibot(payload)},\n`;
const serverEvents = server.map(payloads);
valibot({ $ref: 'FinishAnswer' });
valibot({ $ref: 'ClockAnswer' });
const clientEvents = client.map(
  ([name, description, payload]) => `${comment({ description }, '  ')}  ${name}: ${typescriptFields(payload)};\n`,
);

generated(
  '../src/net/wire.ts',
  `// Written by \`make generate\` from the events that shared/src/wire.rs declares.
import * as v from 'valibot';
import type { Rule } from './api';
import type { ErrorCode } from './serverError';

/** Any text, since this page may not know an error of a newer engine. */
const errorCode = v.custom<ErrorCode>((code) => typeof code === 'string');

/** Any text, since this page may not know a rule of a newer api. */
const rule = v.custom<Rule>((name) => typeof name === 'string');

${[...declared.values()].join('\n')}
/** The payloads of the server's events, by name. */
export const serverEvents = {
${serverEvents.join('')}};

/** The payloads of the client's events, by name. */
export interface ClientEvents {
${clientEvents.join('')}}
`,
);

// In a module of its own, which only the pages of watchers load.
const ofRacers = [...declared.keys()];
const watchEvents = watch.map(payloads).join('');
const ofWatchers = [...declared].filter(([name]) => !ofRacers.includes(name)).map(([, declaration]) => declaration);
const used = ofRacers
  .map((name) => name[0].toLowerCase() + name.slice(1))
  .filter((constant) => new RegExp(`[ (]${constant}[,)]`).test(ofWatchers.join('') + watchEvents))
  .toSorted();

generated(
  '../src/net/watchWire.ts',
  `// Written by \`make generate\` from the events that shared/src/wire.rs declares.
import * as v from 'valibot';
import { ${used.join(', ')} } from './wire';

${ofWatchers.join('\n')}
/** The payloads of the events for watchers, by name. */
export const watchEvents = {
${watchEvents}};
`,
);

const PROTOCOL = '../../docs/protocol.md';
const page = Object.entries({ 'client events': client, 'server events': server, 'watch events': watch }).reduce(
  (text, [name, events]) => {
    const rows = events.map(([event, meaning, payload]) => `| \`${event}\` | \`${outline(payload)}\` | ${meaning} |\n`);
    const [before, after] = text.split(`<!-- generated: ${name} -->\n`);
    const end = after.indexOf('<!-- end -->');
    return `${before}<!-- generated: ${name} -->\n| event | payload | meaning |\n|---|---|---|\n${rows.join('')}${after.slice(end)}`;
  },
  read(PROTOCOL),
);
generated(PROTOCOL, page);
