/** The emulator as an HTTP server. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';
import { maxBodyBytes } from '../engine/body.js';
import type { Engine } from '../engine/engine.js';
import { ConnectionCut } from '../faults/connection-cut.js';
import type { Fields } from '../input/fields.js';
import { wholeNumber } from '../input/numbers.js';
import { isStream, type BodyStream, type FakeResponse } from '../engine/message.js';

/** Options of listening. */
export interface ListenOptions {
  /** TCP port, 0 to 65,535; 0 takes a free one. Default 0. */
  readonly port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string | undefined;
}

const listenOptions = z.strictObject({
  port: wholeNumber(0, 65_535).optional(),
  host: z.string().min(1).optional(),
} satisfies Fields<ListenOptions>);

/** A server that is listening. */
export interface Listening {
  /** Base URL. */
  readonly url: string;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** Answers what is not part of the API; undefined when the request is none of it. */
export type Aside = (
  request: IncomingMessage,
  readBody: () => Promise<Uint8Array>,
) => Promise<FakeResponse> | undefined;

/**
 * Serves over HTTP.
 *
 * @param engine - The engine that answers.
 * @param options - See {@link ListenOptions}.
 * @param aside - Asked before the engine.
 * @throws {InputError} Listing all problems of the options.
 */
export async function listen(engine: Engine, options: ListenOptions, aside?: Aside): Promise<Listening> {
  const { port = 0, host = '127.0.0.1' } = parseInput(listenOptions, options, { source: 'listen' });
  // An import of the module would also load what it offers besides: a whole HTTP client.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer({ keepAliveTimeout: 60_000, highWaterMark: 65_536 });
  server.on('request', (request, response) => {
    void serve(engine, { request, response, aside }).catch((error: unknown) => cut(response, error));
  });
  // A request that is no HTTP is answered on the socket; there is nothing to throw.
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    const status = NOT_HTTP.get(code) ?? '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    else socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { url: urlOf(server), close: () => close(server) };
}

/** Status lines of what does not become a request, by Node's code. */
const NOT_HTTP: ReadonlyMap<string | undefined, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Ends a connection that cannot be answered, or not to the end, in the way that the error says. */
function cut(response: ServerResponse, error: unknown): void {
  const { socket } = response;
  if (!(error instanceof ConnectionCut && error.kind === 'rst')) socket?.destroySoon();
  // A reset drops what is not on its way yet; what the body had before it is let go first.
  else if (response.headersSent) setImmediate(() => socket?.resetAndDestroy());
  else socket?.resetAndDestroy();
}

interface Served {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly aside: Aside | undefined;
}

async function serve(engine: Engine, { request, response, aside }: Served): Promise<void> {
  const method = request.method ?? 'GET';
  const target = request.url ?? '/';
  const readBody = (): Promise<Uint8Array> =>
    collect(request, maxBodyBytes(engine.operationOf(method, target)));
  const beside = aside?.(request, readBody);
  if (beside !== undefined) return write(response, await beside);
  const body = await readBody();
  // Repeated fields are kept apart by Node for some names only; joined is what the engine expects of the rest.
  const answer = await engine.handle({
    method,
    target,
    headers: request.headers,
    body: body.byteLength === 0 ? null : body,
    onGone: (listener) => response.once('close', listener),
  });
  return write(response, answer);
}

/** Reads the body, up to one byte more than the operation takes: the engine then says that it is too large. */
async function collect(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) {
    return new Uint8Array();
  }
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.byteLength;
      // The rest is read and dropped, so that the client can finish writing and hear the answer.
      if (size <= limit + piece.byteLength) pieces.push(piece);
    });
    request.on('end', () => resolve(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('The request broke off.'));
    });
  });
}

async function write(response: ServerResponse, answer: FakeResponse): Promise<void> {
  const { status, headers, body } = answer;
  if (!isStream(body)) {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    response.writeHead(status, { ...headers, 'content-length': length });
    response.end(body);
    return;
  }
  await pump(response, answer, body);
}

async function pump(
  response: ServerResponse,
  { status, headers }: FakeResponse,
  body: BodyStream,
): Promise<void> {
  let wake: (() => void) | undefined;
  const writeHead = (): void => {
    if (!response.headersSent && !response.destroyed)
      response.writeHead(status, headers as Record<string, string>);
  };
  response.on('drain', () => wake?.());
  response.on('close', () => {
    body.cancel();
    wake?.();
  });
  // The head goes out with the first piece, or alone when that is not there at once.
  const flushing = setImmediate(() => {
    writeHead();
    response.flushHeaders();
  });
  try {
    for await (const chunk of body) {
      if (response.destroyed) return;
      clearImmediate(flushing);
      writeHead();
      if (response.write(chunk)) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (response.destroyed) resolve();
      });
      wake = undefined;
    }
    writeHead();
    response.end();
  } finally {
    clearImmediate(flushing);
  }
}
