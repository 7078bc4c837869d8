import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The hashes in the names of files and of the release. */
const HASHES = /(?<=\.)[0-9a-f]{8}(?=\.\w)|(?<="name":")[0-9a-f]{8}(?=")/g;

/** A proxy in front of the site, which after an update serves its files under other hashes, and no longer under these. */
export class UpdatedSite {
  private nUpdates = 0;

  private constructor(
    private readonly site: string,
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(site: string): Promise<UpdatedSite> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new UpdatedSite(site, server, `http://localhost:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, answer) => void proxy.carry(request, answer));
    return proxy;
  }

  update(): void {
    this.nUpdates += 1;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async carry(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = 'GET', url = '', headers } = request;
    const response = await fetch(`${this.site}${this.renamed(url)}`, {
      method,
      headers: { accept: headers.accept ?? '*/*', 'content-type': 'application/json' },
      body: method === 'POST' ? await buffer(request) : null,
    });
    const type = response.headers.get('content-type') ?? '';
    const cache = response.headers.get('cache-control') ?? '';
    answer.writeHead(response.status, { 'content-type': type, 'cache-control': cache });
    const isCode = /html|javascript|css/.test(type);
    answer.end(isCode ? this.renamed(await response.text()) : Buffer.from(await response.arrayBuffer()));
  }

  /** Changes every hash to the one that it has since the last update, or back. */
  private renamed(text: string): string {
    return text.replace(HASHES, (hash) => {
      const changed = (Number.parseInt(hash, 16) ^ this.nUpdates) >>> 0;
      return changed.toString(16).padStart(8, '0');
    });
  }
}
