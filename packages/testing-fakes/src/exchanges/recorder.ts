/** Records the exchanges of a real service: forwards each request to it, and masks what it keeps. */
import type { Operation } from '@parlance/schemas';
import type { Engine, BodyStream, FakeRequest, FakeResponse } from '../engine/message.js';
import { headerOf } from '../engine/headers.js';
import { splitTarget } from '../engine/read-request.js';
import { readWhole } from '../engine/receive-body.js';
import { createRouter } from '../engine/router.js';
import { ConnectionCut } from '../faults/connection-cut.js';
import { parsedJson } from '../input/json.js';
import type { Exchange, RecordedResponse } from './exchange.js';
import { Masker, SHORTEST_SECRET, type ContentMode } from './mask.js';
import { recordedBody } from './recorded-body.js';
import { partsOf, recordedForm, withContents } from './recorded-form.js';

/** Options for {@link createRecorder}. */
export interface RecorderOptions {
  /** Operations of the service. A request to another path is recorded without an operation. */
  readonly operations: readonly Operation[];
  /** Base URL of the service. */
  readonly upstream: URL;
  /** Whether prompts and replies are recorded. Secrets never are. */
  readonly content: ContentMode;
  /** Receives each exchange when its response has ended. */
  readonly onExchange: (exchange: Exchange) => void;
}

const MAX_BODY_BYTES = 512 * 1024 * 1024;
/** Headers that concern a single connection, or that the HTTP client sets. */
const NOT_FORWARDED: ReadonlySet<string> = new Set(
  'connection content-length expect host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade accept-encoding'.split(
    ' ',
  ),
);
/** Headers that no longer apply to the decoded body. */
const NOT_RETURNED: ReadonlySet<string> = new Set(
  'connection content-encoding content-length keep-alive set-cookie transfer-encoding'.split(' '),
);
const RECORDED_HEADER = /^(?:content-type|request-id|retry-after|retry-after-ms|x-should-retry)$|-ratelimit-/;

/**
 * Creates an engine that forwards requests.
 *
 * @param options - See {@link RecorderOptions}.
 */
export function createRecorder(options: RecorderOptions): Engine {
  const route = createRouter(options.operations);
  /** Every secret that a request contained. None may occur in the recording, wherever the service repeats it. */
  const secrets = new Set<string>();
  return {
    async handle(request) {
      const { path, search } = splitTarget(request.target);
      const found = route(request.method, path);
      const operation = found.kind === 'operation' ? found.match.operation : undefined;
      for (const secret of secretsOf(request)) secrets.add(secret);
      const body = await readWhole(request.body, MAX_BODY_BYTES);
      if (body === undefined)
        return failed(413, 'request_too_large', 'Request exceeds the maximum size of 512 MB.');
      const masker = new Masker(operation, options.content, secrets);
      const sent =
        operation?.upload === 'multipart'
          ? formOf(request, body, { masker, content: options.content })
          : masker.mask(jsonOf(request, body));
      const isDownload = operation?.download === 'bytes';
      const record = (response: RecordedResponse): void =>
        options.onExchange(
          withoutSecrets(secrets, {
            operation: operation?.id,
            method: request.method,
            path,
            query: search === '' ? undefined : masker.maskQuery(search),
            body: sent,
            response,
          }),
        );
      return forward(request, { ...options, body, masker, isDownload, record });
    },
  };
}

interface Forwarding extends RecorderOptions {
  readonly body: string | Uint8Array | null;
  readonly masker: Masker;
  /** Whether a successful response is a file. */
  readonly isDownload: boolean;
  readonly record: (response: RecordedResponse) => void;
}

async function forward(request: FakeRequest, forwarding: Forwarding): Promise<FakeResponse> {
  const { upstream, body, record, masker, content, isDownload } = forwarding;
  const gone = new AbortController();
  request.onDisconnect?.(() => gone.abort());
  let response: Response;
  try {
    response = await fetch(upstream.origin + upstream.pathname.replace(/\/$/, '') + request.target, {
      method: request.method,
      headers: forwardedHeaders(request),
      body: body as string | Uint8Array<ArrayBuffer> | null,
      redirect: 'manual',
      signal: gone.signal,
    });
  } catch {
    return failed(502, 'api_error', `The service at ${upstream.origin} is unreachable.`);
  }
  const { status } = response;
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !NOT_RETURNED.has(name)));
  const recorded = Object.fromEntries(Object.entries(headers).filter(([name]) => RECORDED_HEADER.test(name)));
  const type = headers['content-type'] ?? '';
  const finish = (bytes: Uint8Array, isCut: boolean): void =>
    record({
      status,
      headers: recorded,
      ...recordedBody(Buffer.from(bytes), { type, masker, content, isFile: isDownload && response.ok }),
      ...(isCut && { cut: true }),
    });
  if (type.startsWith('text/event-stream') && response.body !== null)
    return { status, headers, body: copied(response.body, gone, finish) };
  try {
    const bytes = new Uint8Array(await response.arrayBuffer());
    finish(bytes, false);
    return { status, headers, body: bytes };
  } catch {
    finish(new Uint8Array(), true);
    throw new ConnectionCut('rst');
  }
}

/** Passes a stream on while it arrives, and records it when it ends. */
function copied(
  stream: AsyncIterable<Uint8Array>,
  gone: AbortController,
  finish: (bytes: Uint8Array, isCut: boolean) => void,
): BodyStream {
  const pieces: Uint8Array[] = [];
  async function* send(): AsyncGenerator<Uint8Array> {
    let isComplete = false;
    try {
      for await (const piece of stream) {
        pieces.push(piece);
        yield piece;
      }
      isComplete = true;
    } catch {
      throw new ConnectionCut('rst');
    } finally {
      finish(Buffer.concat(pieces), !isComplete);
    }
  }
  return { [Symbol.asyncIterator]: send, cancel: () => gone.abort() };
}

function forwardedHeaders({ headers }: FakeRequest): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || NOT_FORWARDED.has(name)
      ? []
      : [[name, typeof value === 'string' ? value : value.join(', ')]],
  );
}

/** Returns the keys of a request. */
function secretsOf({ headers }: FakeRequest): string[] {
  const values = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie'].map((name) =>
    headerOf(headers, name),
  );
  return values.flatMap((value) => (value === undefined ? [] : [value, value.replace(/^\w+ +/, '')]));
}

function jsonOf(request: FakeRequest, body: string | Uint8Array | null): unknown {
  if (body === null || body.length === 0) return undefined;
  if (headerOf(request.headers, 'content-type')?.startsWith('application/json') !== true) return undefined;
  return parsedJson(Buffer.from(body).toString());
}

/** Returns the masked form of a request; undefined if it is malformed. */
function formOf(
  request: FakeRequest,
  body: string | Uint8Array | null,
  { masker, content }: { readonly masker: Masker; readonly content: ContentMode },
): unknown {
  const parts = partsOf(headerOf(request.headers, 'content-type') ?? '', Buffer.from(body ?? ''));
  if (parts === undefined) return undefined;
  // The fields come first: a secret among them may occur in a file.
  const form = recordedForm(parts, masker, content);
  return withContents(form, parts, masker);
}

/** Replaces all secrets, also in places where the contract expects none, such as error messages and queries. */
function withoutSecrets(secrets: ReadonlySet<string>, exchange: Exchange): Exchange {
  let text = JSON.stringify(exchange);
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    for (const form of [secret, encodeURIComponent(secret)])
      text = text.replaceAll(JSON.stringify(form).slice(1, -1), '[secret]');
  }
  return JSON.parse(text) as Exchange;
}

function failed(status: number, type: string, message: string): FakeResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'error', error: { type, message } }),
  };
}
