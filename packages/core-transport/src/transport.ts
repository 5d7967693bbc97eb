import type { BodyOf, EventOf, Operation, ParamsOf, QueryOf, ResponseOf } from '@parlance/schemas';
import { ApiPromise } from './api-promise.js';
import type { Reply } from './api-promise.js';
import { checkCallOptions } from './call-settings.js';
import type { Download } from './download.js';
import { ParlanceError } from './errors/parlance-error.js';
import { ConfigError } from './errors/request-errors.js';
import type { HttpResponse } from './http-adapter.js';
import { readLimits } from './limits.js';
import type { RateLimits } from './limits.js';
import { makeCore } from './make-core.js';
import type { TransportInternals, TransportOptions } from './make-core.js';
import type { CallOptions, ListOptions } from './options.js';
import { Paginator } from './paging/paginator.js';
import { Call } from './pipeline/call.js';
import type { CallInput, CallKind, Core } from './pipeline/call.js';
import { readJson } from './pipeline/decode-json.js';
import { prepareOperation } from './pipeline/prepared-operation.js';
import type { ClientProfile, HeaderFacts, PreparedOperation } from './pipeline/prepared-operation.js';
import { send } from './pipeline/send.js';
import type { Decode } from './pipeline/send.js';
import type { Accumulator, EventFeed } from './streaming/event-feed.js';
import { EventStream } from './streaming/event-stream.js';
import type { EventStreamParts } from './streaming/event-stream.js';
import { openFeed } from './streaming/open-feed.js';

/** Path parameters, query and body of an operation. */
export type InputOf<O extends Operation> = ([ParamsOf<O>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamsOf<O>, string>> }) & {
  readonly query?: QueryOf<O> | undefined;
  readonly body?: BodyOf<O> | undefined;
};

/** Item of a list operation. */
export type ItemOf<O extends Operation> =
  ResponseOf<O> extends { data?: (infer Item)[] | undefined } ? Item : never;

/** What a stream takes besides its input. */
export interface StreamExtra<Event, Snapshot> {
  /** Options of the call. */
  readonly options?: CallOptions | undefined;
  /** Makes what puts the events together. */
  readonly accumulator?: (() => Accumulator<Event, Snapshot>) | undefined;
}

/** Sends the operations of one client. */
export class Transport implements AsyncDisposable {
  readonly #core: Core;
  readonly #closeAdapter: () => Promise<void>;
  readonly #facts: HeaderFacts;
  readonly #prepared: Map<Operation, PreparedOperation> = new Map();

  /**
   * @param options - What the user gave; checked here.
   * @param profile - What kind of client it is.
   * @param internals - For tests and naming.
   * @throws {ConfigError} Naming the first option that is missing or wrong.
   */
  constructor(options: TransportOptions, profile: ClientProfile, internals: TransportInternals = {}) {
    const made = makeCore(options, profile, internals);
    this.#core = made.core;
    this.#closeAdapter = made.close;
    this.#facts = {
      version: options.version ?? '2023-06-01',
      betas: options.betas ?? [],
      extra: options.headers,
    };
  }

  /** Rate limits as the last response that had any told them. */
  get limits(): RateLimits {
    return readLimits(this.#core.limitHeaders);
  }

  /** Sends an operation that answers with JSON. */
  call<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    options?: CallOptions,
  ): ApiPromise<ResponseOf<O>> {
    const call = this.#begin(operation, input, { kind: 'json', options });
    return new ApiPromise(send(call, decodeReply as Decode<Reply<ResponseOf<O>>>), () => {
      call.raw = true;
    });
  }

  /** Lists; nothing is sent before a page is asked for. */
  list<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    options: ListOptions = {},
  ): Paginator<ItemOf<O>> {
    checkCallOptions(options, 'list');
    const { from, prefetch = false, ...rest } = options;
    if (from !== undefined && (from.operation !== operation.id || typeof from.cursor !== 'string'))
      throw new ConfigError('from', `from must be the position of a page of ${operation.id}`);
    return new Paginator({
      operation: operation.id,
      paging: operation.paging ?? 'cursor',
      items: operation.items,
      query: { ...(input.query as object | undefined) },
      from,
      prefetch,
      fetch: (query) => this.call(operation, { ...input, query } as InputOf<O>, rest),
    });
  }

  /** Opens a stream of events. The request is sent at once; for messages and completions its body gets `stream: true`. */
  stream<O extends Operation, Snapshot = undefined>(
    operation: O,
    input: InputOf<O>,
    extra: StreamExtra<EventOf<O>, Snapshot> = {},
  ): EventStream<EventOf<O>, Snapshot> {
    return new EventStream(this.streamParts(operation, input, extra));
  }

  /** What {@link EventStream} and its subclasses are made of; see {@link Transport.stream}. */
  streamParts<O extends Operation, Snapshot = undefined>(
    operation: O,
    input: InputOf<O>,
    extra: StreamExtra<EventOf<O>, Snapshot> = {},
  ): EventStreamParts<EventOf<O>, Snapshot> {
    const { accumulator, options } = extra;
    const { body } = input;
    const streamed =
      operation.method === 'POST' ? { ...input, body: { ...(body as object), stream: true } } : input;
    const call = this.#begin(operation, streamed, { kind: 'stream', options });
    const partial = accumulator as (() => Accumulator<object, unknown>) | undefined;
    return {
      operation: operation.id,
      accumulator: accumulator?.(),
      abort: (reason) => call.abort(reason),
      open: () =>
        send(call, (current, response) => openFeed(current, response, partial)) as Promise<
          EventFeed<EventOf<O>>
        >,
    };
  }

  /** Fetches bytes. */
  download<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<Download> {
    const call = this.#begin(operation, input, { kind: 'download', options });
    return send(call, async (current, response) => {
      const { Download } = await import('./download.js');
      return new Download(current, response);
    });
  }

  /** Aborts what is under way, refuses what comes later and closes all connections. */
  async close(): Promise<void> {
    this.#core.closed = true;
    const reason = new ParlanceError('client_closed', 'the client was closed');
    for (const call of this.#core.active) call.abort(reason);
    await this.#closeAdapter();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #begin(
    operation: Operation,
    input: object,
    rest: { readonly kind: CallKind; readonly options: CallOptions | undefined },
  ): Call {
    let prepared = this.#prepared.get(operation);
    if (prepared === undefined) {
      prepared = prepareOperation(operation, this.#facts);
      this.#prepared.set(operation, prepared);
    }
    return new Call(this.#core, prepared, { input: input as CallInput, ...rest });
  }
}

function decodeReply(call: Call, response: HttpResponse): Promise<Reply<unknown>> {
  return call.raw ? rawReply(call, response) : readJson(call, response);
}

async function rawReply(call: Call, response: HttpResponse): Promise<Reply<unknown>> {
  const { bodyStream } = await import('./pipeline/body-stream.js');
  const { status, headers } = response;
  const raw = new Response(bodyStream(call, response), { status, headers });
  return { data: undefined, response: raw, status, headers, requestId: call.requestId };
}
