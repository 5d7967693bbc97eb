/** The emulator as an HTTP server. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import { DEFAULT_MAX_BODY_BYTES } from '../engine/body.js';
import type { Engine } from '../engine/message.js';
import { ConnectionCut } from '../faults/connection-cut.js';
import type { Fields } from '../input/fields.js';
import { wholeNumber } from '../input/numbers.js';
import { isStream, type BodyStream, type FakeRequest, type FakeResponse } from '../engine/message.js';
import { readWhole } from '../engine/receive-body.js';

/** Options for `listen`. */
export interface ListenOptions {
  /** TCP port, 0 to 65,535. 0 picks a free port. Default 0. */
  readonly port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /**
   * Bearer token that requests to the control API (`/_fake`) must have, for machines with other users. Default: none is
   * required.
   */
  readonly controlToken?: string | undefined;
  /**
   * Maximum number of chunks of a stream in one write to the socket, 1 to 10,000. Proxies write several at once, which clients
   * then receive together. Above 1, each event is a chunk of its own. By default events that are ready together are one chunk,
   * which is written by itself.
   */
  readonly chunksPerWrite?: number | undefined;
}

const listenOptions = z.strictObject({
  port: wholeNumber(0, 65_535).optional(),
  host: z.string().min(1).optional(),
  controlToken: z.string().min(1).optional(),
  chunksPerWrite: wholeNumber(1, 10_000).optional(),
} satisfies Fields<ListenOptions>);

/** A running HTTP server. */
export interface Listening {
  /** Base URL of the server. */
  readonly url: string;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

/** Handles requests to the control API. Returns undefined for all other requests. */
export type ControlHandler = (
  request: IncomingMessage,
  readBody: () => Promise<Uint8Array>,
) => Promise<FakeResponse> | undefined;

/**
 * Starts an HTTP server.
 *
 * @param engine - Engine that handles the requests.
 * @param options - See {@link ListenOptions}.
 * @param control - Handles the control API, before the engine.
 * @throws {InputError} When an option is invalid; lists all problems.
 */
export async function listen(
  engine: Engine,
  options: ListenOptions,
  control?: ControlHandler,
): Promise<Listening> {
  const {
    port = 0,
    host = '127.0.0.1',
    chunksPerWrite = 1,
  } = parseInput(listenOptions, options, { source: 'listen' });
  // An import of `node:http` would also load its HTTP client, which slows down start-up.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer({ keepAliveTimeout: 60_000, highWaterMark: 65_536 });
  const onRequest: RequestListener = (request, response) =>
    void serve(engine, { request, response, control, chunksPerWrite }).catch((error: unknown) =>
      cut(response, error),
    );
  server.on('request', onRequest);
  // The client of such a request sends the body only after `100 Continue`, so a rejected one is never transferred.
  server.on('checkContinue', onRequest);
  // Malformed HTTP never becomes a request, so the response is written to the socket.
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    const status = MALFORMED.get(code) ?? '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    else socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { url: urlOf(server), close: () => close(server) };
}

/** Status lines for malformed requests, by Node's error code. */
const MALFORMED: ReadonlyMap<string | undefined, string> = new Map([
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

/** Closes or resets a connection whose response could not be completed, depending on the error. */
function cut(response: ServerResponse, error: unknown): void {
  const { socket } = response;
  if (!(error instanceof ConnectionCut && error.kind === 'rst')) socket?.destroySoon();
  // A reset discards unsent bytes, so it waits until the bytes before it have been flushed.
  else if (response.headersSent) setImmediate(() => socket?.resetAndDestroy());
  else socket?.resetAndDestroy();
}

interface Served {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly control: ControlHandler | undefined;
  readonly chunksPerWrite: number;
}

async function serve(engine: Engine, { request, response, control, chunksPerWrite }: Served): Promise<void> {
  const body = new RequestBody(request, response);
  const controlled = control?.(request, () => readControl(body.content));
  // Node returns arrays for some repeated headers and joins the others; the engine accepts both.
  const handled = await (controlled ??
    engine.handle({
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      origin: originOf(request),
      headers: request.headers,
      body: body.content,
      onDisconnect: (listener) => response.once('close', listener),
    }));
  await body.discard();
  await write(response, handled, chunksPerWrite);
}

/** Origin that the client uses, from the `host` header. */
function originOf({ headers, socket }: IncomingMessage): string {
  return URL.parse(`http://${headers.host}`)?.origin ?? `http://localhost:${socket.localPort}`;
}

/** The body of a request. It is not read until its first piece is requested. */
class RequestBody {
  readonly content: AsyncIterable<Uint8Array> | null;
  readonly #request: IncomingMessage;
  /** Whether the client sends the body: not if it still waits for `100 Continue`. */
  #isSent: boolean;

  constructor(request: IncomingMessage, response: ServerResponse) {
    const { headers } = request;
    const isEmpty = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
    this.#request = request;
    this.#isSent = !isEmpty && headers.expect === undefined;
    this.content = isEmpty ? null : { [Symbol.asyncIterator]: () => this.#pieces(response) };
  }

  /** Waits until the rest of the body has arrived, without keeping it. Some clients cannot receive a response before. */
  async discard(): Promise<void> {
    const request = this.#request;
    if (!this.#isSent || request.complete || request.destroyed) return;
    await new Promise<void>((resolve) => {
      request.once('end', resolve);
      request.once('close', resolve);
      request.resume();
    });
  }

  #pieces(response: ServerResponse): AsyncIterator<Uint8Array> {
    if (!this.#isSent) response.writeContinue();
    this.#isSent = true;
    // The connection stays open for the response, even if the body is not read to its end.
    return this.#request.iterator({ destroyOnReturn: false });
  }
}

async function readControl(body: FakeRequest['body']): Promise<Uint8Array> {
  const bytes = await readWhole(body, DEFAULT_MAX_BODY_BYTES);
  if (bytes === undefined) throw new RangeError('The request body is larger than 32 MB.');
  return Buffer.from(bytes ?? '');
}

async function write(response: ServerResponse, handled: FakeResponse, chunksPerWrite: number): Promise<void> {
  const { status, headers, body } = handled;
  if (!isStream(body)) {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    response.writeHead(status, { ...headers, 'content-length': length });
    response.end(body);
    return;
  }
  await pump(response, handled, { body, chunksPerWrite });
}

async function pump(
  response: ServerResponse,
  { status, headers }: FakeResponse,
  { body, chunksPerWrite }: { readonly body: BodyStream; readonly chunksPerWrite: number },
): Promise<void> {
  const batches = new WriteBatches(response, chunksPerWrite);
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
  // The head is sent together with the first chunk if that is ready immediately, otherwise on its own.
  const flushing = setImmediate(() => {
    writeHead();
    response.flushHeaders();
  });
  try {
    for await (const chunk of chunksPerWrite === 1 ? body : eachEvent(body)) {
      if (response.destroyed) return;
      clearImmediate(flushing);
      writeHead();
      batches.add();
      if (response.write(chunk)) continue;
      batches.flush();
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (response.destroyed) resolve();
      });
      wake = undefined;
    }
    writeHead();
    response.end();
  } finally {
    batches.flush();
    clearImmediate(flushing);
  }
}

/** Splits chunks that consist of several events. */
async function* eachEvent(body: BodyStream): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of body)
    if (typeof chunk === 'string') yield* chunk.split(/(?<=\n\n)/);
    else yield chunk;
}

/** Holds back the chunks of a response, so that several are written to the socket at once. */
class WriteBatches {
  readonly #response: ServerResponse;
  readonly #size: number;
  #held = 0;
  #idle: NodeJS.Immediate | undefined;

  constructor(response: ServerResponse, size: number) {
    this.#response = response;
    this.#size = size;
  }

  /** Call before a chunk is written. A chunk that is not followed by another immediately is not held back. */
  add(): void {
    if (this.#size === 1) return;
    if (this.#held === this.#size) this.flush();
    // Of the response, `cork` would merge the chunks into one.
    if (this.#held === 0) this.#response.socket?.cork();
    this.#held += 1;
    this.#idle ??= setImmediate(() => this.flush());
  }

  /** Writes the chunks. */
  flush(): void {
    clearImmediate(this.#idle);
    this.#idle = undefined;
    if (this.#held > 0) this.#response.socket?.uncork();
    this.#held = 0;
  }
}
