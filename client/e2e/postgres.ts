import { connect } from 'node:net';
import { join } from 'node:path';

/**
 * Runs statements on a database of the Postgres whose socket is in `socketDir`, where every user may log in as
 * `colibri`. It speaks the protocol's simple query (its manual, section 55.2.3), since not every Postgres comes with
 * `psql`.
 */
export async function runSql(socketDir: string, database: string, statements: readonly string[]): Promise<void> {
  const socket = connect(join(socketDir, '.s.PGSQL.5432'));
  const version = Buffer.from([0, 3, 0, 0]);
  socket.write(message('', version, `user\0colibri\0database\0${database}\0\0`));
  let read = Buffer.alloc(0);
  const left = [...statements];
  for await (const bytes of socket) {
    read = Buffer.concat([read, bytes as Buffer]);
    // A letter names the message; the length that follows includes itself.
    while (read.length > 5 && read.length > read.readInt32BE(1)) {
      const [kind, end] = [String.fromCharCode(read[0] ?? 0), read.readInt32BE(1) + 1];
      if (kind === 'E') throw new Error(`${database}: ${read.subarray(5, end).toString().replaceAll('\0', ' ')}`);
      const isReady = kind === 'Z';
      read = read.subarray(end);
      if (!isReady) continue;
      const statement = left.shift();
      socket.write(statement === undefined ? message('X') : message('Q', `${statement}\0`));
    }
  }
  if (left.length > 0) throw new Error(`${database}: the connection ended before ${left[0]}`);
}

function message(kind: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

/** The address of a database of that Postgres, as `DATABASE_URL` has it. */
export function databaseUrl(socketDir: string, database: string): string {
  return `postgres:///${database}?host=${encodeURIComponent(socketDir)}&user=colibri`;
}
