import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseOf } from '@parlance/schemas/kit';
import { ApiPromise, type Reply } from './api-promise.js';
import { makeClient, type Client } from './client.js';
import { bodyStream } from './downloads/body-stream.js';
import type { OpenBody } from './downloads/download.js';
import { ParlanceError } from './errors/parlance-error.js';
import type { HttpResponse } from './http-adapter.js';
import { requireObject } from './checks/check-arguments.js';
import { ownCheckpoint } from './checks/own-checkpoint.js';
import { checkCallOptions } from './options/check-options.js';
import type { CallOptions, ListOptions, TransportOptions } from './options/client-options.js';
import { keyOption, type ClientProfile } from './options/client-profile.js';
import { mergeOptions } from './options/merge-options.js';
import type { TransportInternals } from './client-settings.js';
import { filterDigest } from './paging/filter-digest.js';
import { guarded } from './observability/guarded.js';
import type { TelemetryRunSpan } from './observability/telemetry-hooks.js';
import { realName } from './observability/telemetry-observer.js';
import { Paginator, withoutCursor } from './paging/paginator.js';
import type { Attempt } from './pipeline/attempt.js';
import type { CallInput, CallRequest } from './pipeline/call.js';
import type { CallRun } from './pipeline/call-run.js';
import { checkQuery } from './pipeline/query-string.js';
import { readJson } from './pipeline/read-json.js';
import { startCall, type Decode, type StartedCall } from './pipeline/send.js';
import { readRateLimits } from './rate-limits/rate-limit-headers.js';
import type { RateLimits } from './rate-limits/rate-limiter.js';
import type { WrittenBody } from './uploads/multipart.js';

/** Path parameters, query and body of an operation. */
export type InputOf<O extends Operation> = ([ParamsOf<O>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamsOf<O>, string>> }) & {
  readonly query?: QueryOf<O> | undefined;
  readonly body?: BodyOf<O> | undefined;
  /**
   * Serializes the body of an operation that does not take JSON, for example `writeMultipart` for uploads. Default:
   * JSON.
   *
   * @internal
   */
  readonly write?: ((body: object) => WrittenBody) | undefined;
  /**
   * Absolute URL from a response of the service, requested instead of the operation's path. It must be on the origin of the
   * client, because the key is sent to it.
   *
   * @internal
   */
  readonly url?: string | undefined;
};

/** Item type of a list operation. */
export type ItemOf<O extends Operation> =
  ResponseOf<O> extends { data?: (infer Item)[] | undefined } ? Item : never;

/**
 * Sends the operations of one client. Use the `transport` of a client to call endpoints that the client has no method for,
 * and `openStream` for those that stream.
 */
export class Transport implements AsyncDisposable {
  readonly #client: Client;
  readonly #options: TransportOptions;
  readonly #profile: ClientProfile;
  readonly #internals: TransportInternals;

  /**
   * @param options - The user's options, validated here.
   * @param profile - What kind of client it is.
   * @param internals - Replaced by tests.
   * @internal
   * @throws {ConfigError} When an option is missing or invalid; names the first one.
   */
  constructor(options: TransportOptions, profile: ClientProfile, internals: TransportInternals = {}) {
    this.#client = makeClient(options, profile, internals);
    this.#options = options;
    this.#profile = profile;
    this.#internals = internals;
  }

  /**
   * Creates a transport with other options. It shares the rate limiter and the retry budget, unless the key or the address
   * changes, and is closed on its own.
   *
   * @param changes - Options to change. The members of `timeouts`, `retry`, `rateLimit` and `headers` are merged one by one.
   * @param profile - What kind of client it is, if that changes.
   * @internal
   * @throws {ConfigError} When an option is invalid; names the first one.
   */
  withOptions(changes: TransportOptions, profile: ClientProfile = this.#profile): Transport {
    requireObject('options', changes);
    const { settings, state } = this.#client;
    const isSameService = changes.baseUrl === undefined && changes[keyOption[profile.key]] === undefined;
    return new Transport(mergeOptions(this.#options, changes), profile, {
      ...this.#internals,
      rateLimiter: isSameService ? settings.rateLimiter : undefined,
      retryBudget: isSameService && changes.retry?.budget === undefined ? state.retryBudget : undefined,
    });
  }

  /**
   * Records runs of agents, if the option `telemetry` does.
   *
   * @internal
   */
  startRun(operation: Operation, model: string): TelemetryRunSpan | undefined {
    const { codec } = this.#client.settings;
    return guarded(() => this.#options.telemetry?.startRun?.({ model: realName(codec, operation, model) }));
  }

  /** Rate limits from the most recent response that included them, and the requests waiting for them. */
  get limits(): RateLimits {
    const { settings, state } = this.#client;
    const waiting = settings.rateLimiter.waiting?.() ?? [];
    const limits = readRateLimits(state.rateLimitHeaders);
    return waiting.length === 0 ? limits : { ...limits, waiting };
  }

  /** Sends an operation whose response is JSON. */
  call<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    options?: CallOptions,
  ): ApiPromise<ResponseOf<O>> {
    let wantsRaw = false;
    const { result } = this.start<Reply<unknown>>(
      { operation, input: input as CallInput, kind: 'json', options },
      (...decoded) => (wantsRaw ? rawReply(...decoded) : jsonReply(...decoded)),
    );
    return new ApiPromise(result as Promise<Reply<ResponseOf<O>>>, () => {
      wantsRaw = true;
    });
  }

  /** Lists items. Nothing is sent until a page is requested. */
  list<O extends Operation>(
    operation: O,
    input: InputOf<O>,
    options: ListOptions = {},
  ): Paginator<ItemOf<O>> {
    checkCallOptions(options, 'list');
    const { resumeFrom, prefetch = false, ...rest } = options;
    const query = copyQuery(operation, input.query as object | undefined);
    const filters = listFilterDigest(input.params, query);
    return new Paginator({
      operation: operation.id,
      paging: operation.paging ?? 'cursor',
      items: operation.items,
      query,
      filters,
      resumeFrom: ownCheckpoint(resumeFrom, { operation: operation.id, filters }, CHECKPOINT),
      prefetch,
      fetch: (page) => this.call(operation, { ...input, query: page } as InputOf<O>, rest),
    });
  }

  /** Sends an operation whose response is a file; resolves when the response headers have arrived. */
  download<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<OpenBody> {
    return this.start({ operation, input: input as CallInput, kind: 'download', options }, openBody).result;
  }

  /**
   * Sends any operation and reads its response with `decode`.
   *
   * @internal
   */
  start<T>(request: CallRequest, decode: Decode<T>): StartedCall<T> {
    return startCall(this.#client, request, decode);
  }

  /** Aborts in-flight requests, rejects new ones and closes the connections that no other client uses. */
  close(): Promise<void> {
    this.#client.state.close(new ParlanceError('client_closed', 'the client was closed'));
    return this.#client.closeConnections();
  }

  /** Calls {@link Transport.close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

async function jsonReply(run: CallRun, attempt: Attempt, response: HttpResponse): Promise<Reply<unknown>> {
  const data = await readJson(attempt, response.body, run.client.settings);
  run.end(undefined, data);
  const { status, headers } = response;
  return { data, response: undefined, status, headers, requestId: attempt.requestId };
}

function rawReply(run: CallRun, attempt: Attempt, response: HttpResponse): Reply<unknown> {
  // The caller reads the body, at its own pace.
  run.deadlines.liftTotal();
  const { stream, maxBytes: _maxBytes, ...facts } = openBody(run, attempt, response);
  return { ...facts, data: undefined, response: new Response(stream, facts) };
}

function openBody(run: CallRun, attempt: Attempt, { status, headers, body }: HttpResponse): OpenBody {
  const stream = bodyStream(run, attempt, body);
  const maxBytes = run.client.settings.ceilings.responseBytes;
  return { status, headers, requestId: attempt.requestId, stream, maxBytes };
}

/** Returns the digest of the path parameters and filters of a list. The page size is not part of it. */
export function listFilterDigest(
  params: object | undefined,
  query: Readonly<Record<string, unknown>>,
): string {
  const { limit: _limit, ...filters } = withoutCursor(query);
  // The first request rejects ids that are not strings.
  const ids = Object.entries(params ?? {}).filter(([, id]) => typeof id === 'string');
  return filterDigest({ params: params && Object.fromEntries(ids), filters });
}

const CHECKPOINT = { parameter: '', cursor: '', 'done?': true };

/** Copies a query, because pages are fetched later. Its values are scalars, arrays and flat objects. */
function copyQuery(operation: Operation, query: object = {}): Record<string, unknown> {
  requireObject('params', query);
  checkQuery(operation, query);
  const copy = (value: unknown): unknown =>
    Array.isArray(value) ? [...(value as unknown[])] : isObject(value) ? { ...value } : value;
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, copy(value)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
