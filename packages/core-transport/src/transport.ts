import type { BodyOf, EventOf, Operation, ParamsOf, QueryOf, ResponseOf } from '@parlance/schemas/kit';
import { ApiPromise } from './api-promise.js';
import type { Reply } from './api-promise.js';
import { checkCallOptions } from './call-settings.js';
import { ParlanceError } from './errors/parlance-error.js';
import { ConfigError } from './errors/request-errors.js';
import type { OpenBody } from './download.js';
import { readLimits } from './limits.js';
import type { RateLimits } from './limits.js';
import { makeCore } from './make-core.js';
import type { CallOptions, ListOptions } from './options.js';
import { Paginator } from './paging/paginator.js';
import { CallHandle } from './call-handle.js';
import type { CallRequest } from './engine.js';
import type { CallInput, Core } from './pipeline/call.js';
import type { WrittenBody } from './pipeline/written-body.js';
import type { ClientProfile } from './client-profile.js';
import type { Accumulator, EventFeed } from './streaming/event-feed.js';
import { EventStream } from './streaming/event-stream.js';
import type { EventStreamParts } from './streaming/event-stream.js';
import type { TransportInternals, TransportOptions } from './transport-options.js';

/** Path parameters, query and body of an operation. */
export type InputOf<O extends Operation> = ([ParamsOf<O>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamsOf<O>, string>> }) & {
  readonly query?: QueryOf<O> | undefined;
  readonly body?: BodyOf<O> | undefined;
  /** Writes the body of an operation that does not take JSON; for uploads `writeMultipart`. Default: as JSON. */
  readonly write?: ((body: object) => WrittenBody) | undefined;
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

  /**
   * @param options - What the user gave; checked here.
   * @param profile - What kind of client it is.
   * @param internals - For tests and naming.
   * @throws {ConfigError} Naming the first option that is missing or wrong.
   */
  constructor(options: TransportOptions, profile: ClientProfile, internals: TransportInternals = {}) {
    this.#core = makeCore(options, profile, internals);
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
    const handle = new CallHandle();
    const request: CallRequest = { operation, input: input as CallInput, options, kind: 'json', handle };
    const reply = withEngine((engine) => engine.callJson(this.#core, request));
    return new ApiPromise(reply as Promise<Reply<ResponseOf<O>>>, () => {
      handle.raw = true;
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
    const handle = new CallHandle();
    const request: CallRequest = { operation, input: streamed as CallInput, options, kind: 'stream', handle };
    const partial = accumulator as (() => Accumulator<object, unknown>) | undefined;
    const open = (): Promise<unknown> =>
      withEngine((engine) => engine.openStream(this.#core, request, partial));
    return {
      operation: operation.id,
      accumulator: accumulator?.(),
      abort: (reason) => handle.abort(reason),
      open: open as () => Promise<EventFeed<EventOf<O>>>,
    };
  }

  /** Fetches bytes. A resource that downloads makes a `Download` of them with `takeDownload`. */
  download<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<OpenBody> {
    const handle = new CallHandle();
    const request: CallRequest = { operation, input: input as CallInput, options, kind: 'download', handle };
    return withEngine((engine) => engine.openDownload(this.#core, request));
  }

  /** Aborts what is under way, refuses what comes later and closes all connections. */
  async close(): Promise<void> {
    this.#core.closed = true;
    const reason = new ParlanceError('client_closed', 'the client was closed');
    for (const call of this.#core.active) call.abort(reason);
    await this.#core.wire?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

type Engine = typeof import('./engine.js');

let engine: Engine | undefined;

/** Uses what sends calls, which is loaded with the first one. */
function withEngine<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
  if (engine !== undefined) return use(engine);
  return import('./engine.js').then((loaded) => {
    engine = loaded;
    return use(loaded);
  });
}
