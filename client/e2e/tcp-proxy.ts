import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy between a client and the site, for breaking and slowing down connections. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private isShut = false;
  private isSilent = false;
  private isSilentWithin = false;

  private constructor(
    private readonly server: Server,
    /** The address of the site through this proxy. */
    readonly url: string,
    private readonly delayMs: number,
  ) {}

  /** Starts a proxy in front of `site`, which takes `delayMs` in each direction. */
  static async start(site: string, delayMs = 0): Promise<TcpProxy> {
    const { hostname, port } = new URL(site);
    const server = createServer({ allowHalfOpen: false });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, delayMs);
    server.on('connection', (client) => proxy.carry(client, connect(Number(port), hostname)));
    return proxy;
  }

  /** Closes all connections, and every new one until {@link open}. */
  cut(): void {
    this.isShut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Drops all further bytes on the current connections. */
  silence(): void {
    this.isSilent = true;
  }

  /** Drops all but the requests and the start of each answer: its head, and a part of its body. */
  silenceWithinAnswers(): void {
    this.isSilentWithin = true;
  }

  /** Accepts new connections again. */
  open(): void {
    this.isShut = false;
  }

  async stop(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private carry(client: Socket, site: Socket): void {
    if (this.isShut) {
      client.destroy();
      site.destroy();
      return;
    }
    for (const [from, to] of [
      [client, site],
      [site, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) =>
        this.later(() => !this.isSilent && to.write(this.isSilentWithin ? startOf(bytes) : bytes)),
      );
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        this.later(() => !this.isSilent && to.destroy());
      });
    }
  }

  private later(act: () => void): void {
    if (this.delayMs > 0) setTimeout(act, this.delayMs);
    else act();
  }
}

/** A request, or the head of an answer with a part of its body; nothing of what follows. */
function startOf(bytes: Buffer): Buffer {
  const head = bytes.indexOf('\r\n\r\n');
  return bytes.subarray(0, head < 0 ? 0 : head + 100);
}
