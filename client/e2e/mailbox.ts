import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Mail {
  to: string[];
  /** The source of the mail, with its headers. */
  raw: string;
}

/** A worker's mail server, and every mail that it has received. */
export class Mailbox {
  private readonly mails: Mail[] = [];

  private constructor(
    /** The value of `SMTP_URL`. */
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly lines: Interface,
  ) {
    lines.on('line', (line) => this.mails.push(JSON.parse(line) as Mail));
  }

  static async start(): Promise<Mailbox> {
    const script = fileURLToPath(new URL('smtp-server.mjs', import.meta.url));
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    const [first] = (await once(lines, 'line')) as [string];
    const { port } = JSON.parse(first) as { port: number };
    return new Mailbox(`smtp://127.0.0.1:${port}`, child, lines);
  }

  /** Waits for the first mail to `address` whose headers or text contain `part`. */
  async mail(address: string, part: string): Promise<Mail> {
    for (;;) {
      const found = this.mails.find(({ to, raw }) => to.includes(address) && words(raw).includes(part));
      if (found) return found;
      await once(this.lines, 'line');
    }
  }

  /** Removes the mail that {@link mail} returns, and returns path, query and fragment of its link to the screen at `path`. */
  async takeLink(address: string, path: string): Promise<string> {
    const mail = await this.mail(address, `${path}?`);
    this.mails.splice(this.mails.indexOf(mail), 1);
    const links = words(mail.raw).match(/https?:\/\/[^\s"<]+/g) ?? [];
    const found = links.map((link) => new URL(link)).find(({ pathname }) => pathname === path);
    if (!found) throw new Error(`the mail has no link to ${path}`);
    return found.pathname + found.search + found.hash;
  }

  /** Stops the server, which exits when its standard input closes. */
  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.stdin?.end();
    await ended;
  }
}

/** A mail's source on one line, without the line breaks and escapes of quoted-printable (RFC 2045, section 6.7). */
function words(raw: string): string {
  const bytes = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\s+/g, ' ');
}
