/**
 * A real mail server for tests, in a separate process: `node smtp-server.mjs [--port N] [--tls CERT KEY] [--implicit]
 * [--login USER PASSWORD] [--hang-up]`.
 *
 * Prints a line of JSON when it listens, `{"port"}`, and one for each mail that it accepts, before it confirms the mail
 * to the sender: `{"from", "to", "secure", "raw"}`. Exits when its standard input closes, and so with its parent process.
 *
 * The recipient (or sender) of a mail decides its treatment:
 *
 * - `busy2…@`: refused temporarily (451) the first two times, or another number of times
 * - `unknown…@`: refused permanently (550)
 * - `held…@`: accepted, but never confirmed
 * - from `banned…@`: refused permanently for every recipient
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '0' },
    tls: { type: 'boolean', default: false },
    implicit: { type: 'boolean', default: false },
    login: { type: 'boolean', default: false },
    'hang-up': { type: 'boolean', default: false },
  },
});
const words = [...positionals];
const [certificate, key] = values.tls ? words.splice(0, 2) : [];
const [user, password] = values.login ? words.splice(0, 2) : [];

/** The number of temporary refusals per address. */
const refusals = new Map();

function refusal(code, text) {
  return Object.assign(new Error(text), { responseCode: code });
}

function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const server = new SMTPServer({
  secure: values.implicit,
  disabledCommands: [...(values.tls ? [] : ['STARTTLS']), ...(values.login ? [] : ['AUTH'])],
  authOptional: !values.login,
  disableReverseLookup: true,
  ...(certificate && key ? { cert: readFileSync(certificate), key: readFileSync(key) } : {}),

  onAuth(auth, _session, done) {
    const isRight = auth.username === user && auth.password === password;
    done(isRight ? null : refusal(535, 'who are you'), { user: auth.username });
  },

  onMailFrom({ address }, _session, done) {
    done(address.startsWith('banned') ? refusal(550, 'not from you') : undefined);
  },

  onRcptTo({ address }, _session, done) {
    const busy = /^busy(\d+)/.exec(address);
    const refused = refusals.get(address) ?? 0;
    if (address.startsWith('unknown')) {
      done(refusal(550, `no such user: ${address}`));
    } else if (busy && refused < Number(busy[1])) {
      refusals.set(address, refused + 1);
      done(refusal(451, 'come again later'));
    } else {
      done();
    }
  },

  onData(stream, session, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo.map(({ address }) => address);
      say({
        from: mailFrom ? mailFrom.address : null,
        to,
        secure: session.secure,
        raw: Buffer.concat(chunks).toString('utf8'),
      });
      if (to.some((address) => address.startsWith('held'))) return;
      done(null, 'it is ours now');
      if (values['hang-up']) for (const connection of server.connections) connection.close();
    });
  },
});

// Tests break connections on purpose; only a port in use is an error.
server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.syscall === 'listen') throw error;
});
const listener = server.listen(Number(values.port), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (listener.address());
  say({ port });
});
process.stdin.on('end', () => process.exit()).resume();
