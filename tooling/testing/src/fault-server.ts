/**
 * A server on a raw socket that can reproduce every network and service fault. It understands just enough HTTP to
 * detect the end of a request; the response is whatever bytes a {@link Responder} writes.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Zero-based number of the connection. */
  readonly connection: number;
}

/** A connection, and the request that arrived on it. */
export interface Connection {
  readonly request: SeenRequest;
  /** Writes bytes and waits until they have been flushed. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Writes bytes split at the offsets, each piece in its own packet where the system allows it. */
  writeCut(bytes: string | Uint8Array, offsets: readonly number[]): Promise<void>;
  /** Closes the connection gracefully. */
  fin(): void;
  /** Resets the connection. */
  rst(): void;
}

/** Responds to one request. */
export type Responder = (connection: Connection) => Promise<void> | void;

/** The server. Create one per test. */
export class FaultServer implements AsyncDisposable {
  readonly requests: SeenRequest[] = [];
  readonly #server: Server;
  readonly #open: Set<Socket> = new Set();
  #connections = 0;
  #responders: Responder[] = [];
  #waiting: (() => void)[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  /**
   * Starts a server.
   *
   * @param responders - One per request; the last one serves all further requests.
   */
  static async start(...responders: Responder[]): Promise<FaultServer> {
    const server = createServer({ noDelay: true });
    const faults = new FaultServer(server);
    faults.#responders = responders;
    server.on('connection', (socket) => faults.#accept(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return faults;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of open connections. */
  get openConnections(): number {
    return this.#open.size;
  }

  /** Waits until no connection is open. */
  async allClosed(): Promise<void> {
    while (this.#open.size > 0) await this.#change();
  }

  /** Waits until `count` requests have arrived. */
  async received(count: number): Promise<void> {
    while (this.requests.length < count) await this.#change();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #changed(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #accept(socket: Socket): void {
    const connection = this.#connections;
    this.#connections += 1;
    this.#open.add(socket);
    // A client that disconnects is one of the faults.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#open.delete(socket);
      this.#changed();
    });
    let buffered = '';
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (let parsed = parseRequest(buffered); parsed !== undefined; parsed = parseRequest(buffered)) {
        buffered = buffered.slice(parsed.length);
        this.#play({ ...parsed.request, connection }, socket);
      }
    });
  }

  #play(request: SeenRequest, socket: Socket): void {
    this.requests.push(request);
    const responder = this.#responders[Math.min(this.requests.length, this.#responders.length) - 1];
    this.#changed();
    void responder?.(connectionTo(request, socket));
  }
}

function connectionTo(request: SeenRequest, socket: Socket): Connection {
  const write = (bytes: string | Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      if (socket.writable) socket.write(bytes, () => resolve());
      else resolve();
    });
  return {
    request,
    write,
    async writeCut(bytes, offsets) {
      const whole = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
      const edges = [0, ...[...offsets].sort((a, b) => a - b), whole.length];
      for (let index = 1; index < edges.length; index += 1) {
        await write(whole.subarray(edges[index - 1], edges[index]));
        // Let the other side read before the next piece is written.
        await new Promise(setImmediate);
      }
    },
    fin: () => socket.end(),
    rst: () => socket.resetAndDestroy(),
  };
}

interface Parsed {
  readonly request: Omit<SeenRequest, 'connection'>;
  /** Length of the parsed text. */
  readonly length: number;
}

function parseRequest(text: string): Parsed | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [first = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const start = headEnd + 4;
  const length = bodyLength(text, start, headers);
  if (length === undefined) return undefined;
  const body = Buffer.from(text.slice(start, start + length), 'latin1').toString('utf8');
  return { request: { method, path, headers, body }, length: start + length };
}

/** Returns the length of the body including framing; undefined while it is incomplete. */
function bodyLength(
  text: string,
  start: number,
  headers: Readonly<Record<string, string>>,
): number | undefined {
  if (headers['transfer-encoding'] === 'chunked') {
    const end = text.indexOf('\r\n0\r\n\r\n', start - 2);
    return end === -1 ? undefined : end + 7 - start;
  }
  const length = Number(headers['content-length'] ?? 0);
  return text.length < start + length ? undefined : length;
}
