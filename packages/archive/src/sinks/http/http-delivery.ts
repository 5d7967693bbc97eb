import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import {
  AbortedError,
  type HttpAdapter,
  type HttpBody,
  type HttpFailure,
  type HttpResponse,
} from '@parlance/core-transport';
import {
  CallCancellation,
  isLasting,
  mayRetry,
  retryAfterMs,
  retryWaitMs,
} from '@parlance/core-transport/internal';
import { ConfigError } from '@parlance/schemas/kit';
import { sha256 } from '../../certificates/digest.js';
import type { BatchItem, BatchReceiver } from '../batch-writer.js';
import type { DeliveryReport } from '../sink.js';
import { SinkError, type SinkErrorCode } from '../sink-error.js';
import type { HttpRetryOptions } from './http.js';
import { readHeaders, type SinkHeaders } from './http-headers.js';

/** Statuses that are about the records, not about the request: each of them is sent alone then. */
const REJECTIONS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

const gzip = promisify(gzipCallback);

/** Characters of a response that are kept. */
const EXCERPT = 1_000;

/** Where requests are sent to. */
export interface HttpTarget {
  readonly url: URL;
  readonly headers: SinkHeaders;
  readonly format: 'ndjson' | 'json';
  /** Whether a response with one of the statuses of a rejection is about the records. Default: it always is. */
  readonly isRejection?: ((response: string) => boolean) | undefined;
  /** Whether responses that accept records are read. Default: they are not, because the status says it. */
  readonly readsAccepted?: boolean | undefined;
}

/** What an {@link HttpDelivery} needs. */
export interface HttpDeliveryOptions extends HttpTarget {
  readonly adapter: HttpAdapter;
  readonly signal: AbortSignal;
  readonly compress?: 'gzip' | undefined;
  readonly retry: HttpRetryOptions;
  readonly timeoutMs: number;
}

/** How one attempt ended. */
interface Outcome {
  /** Status; null without a response. */
  readonly status: number | null;
  /** Code of the failure; null with a response. */
  readonly failure: string | null;
  /** False only if nothing reached the receiver. */
  readonly sent: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Start of the body of a response that was read; empty for others. */
  readonly text: string;
}

/** How the delivery of a batch ended, and whether the receiver may have its records. */
type Delivered = Outcome & { readonly mayHave: boolean };

/** Sends batches to the receiver, and repeats them until it accepts them. */
export class HttpDelivery implements BatchReceiver {
  readonly #options: HttpDeliveryOptions;

  constructor(options: HttpDeliveryOptions) {
    this.#options = options;
  }

  /**
   * Sends a batch. A batch that is too large for the receiver, or that has a record that it rejects, is divided.
   *
   * @param items - The records, at least one.
   * @param redelivery - Whether the receiver may already have them.
   * @param report - Receives the records that the receiver rejects.
   * @returns The starts of the responses to what was accepted, if they are read.
   * @throws {SinkError} When the receiver does not accept them, and `report` is missing or the response is not about the records.
   * @throws {AbortedError} When the run is stopped.
   */
  async send(
    items: readonly BatchItem[],
    redelivery: boolean,
    report?: DeliveryReport,
  ): Promise<readonly string[]> {
    const { status, text: response, mayHave } = await this.#deliver(items, redelivery, report !== undefined);
    if (isAccepted(status)) return [response];
    const [item, another] = items;
    if (item !== undefined && another === undefined) {
      const { id, json: sent, record } = item;
      const reason = `responded with status ${status}`;
      report?.rejected({ record, id, sent, reason, status, response });
      return [];
    }
    const half = Math.ceil(items.length / 2);
    const first = await this.send(items.slice(0, half), mayHave, report);
    return [...first, ...(await this.send(items.slice(half), mayHave, report))];
  }

  /**
   * Sends JSON to another path, once.
   *
   * @returns The start of the response; null if it did not arrive, or has another status than 2xx.
   */
  async ask(path: string, body: string): Promise<string | null> {
    const { status, text } = await this.#request('POST', path, { 'content-type': 'application/json' }, body);
    return isAccepted(status) ? text : null;
  }

  /**
   * Sends a `HEAD` request without records.
   *
   * @throws {SinkError} When the receiver does not respond, or refuses the headers. Any other response is fine: many receivers know only `POST`.
   */
  async probe(): Promise<void> {
    const outcome = await this.#request('HEAD', this.#path, {}, null);
    const { status } = outcome;
    const isRefusal = status === null || status >= 500 || (status >= 300 && status < 400);
    if (isRefusal || status === 401 || status === 403) throw this.#error(outcome, 1);
  }

  async #deliver(items: readonly BatchItem[], redelivery: boolean, isReported: boolean): Promise<Delivered> {
    const { maxAttempts = 8 } = this.#options.retry;
    let mayHave = redelivery;
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await this.#attempt(items, mayHave);
      const { status } = outcome;
      const isTooLarge = status === 413 && items.length > 1;
      const isRejected = isReported && this.#isRejection(outcome);
      if (isAccepted(status) || isTooLarge || isRejected) return { ...outcome, mayHave };
      const waitMs = this.#waitMs(outcome, attempts);
      if (waitMs === null || attempts >= maxAttempts) throw this.#error(outcome, attempts);
      mayHave ||= outcome.sent;
      await this.#wait(waitMs);
    }
  }

  get #path(): string {
    const { pathname, search } = this.#options.url;
    return `${pathname}${search}`;
  }

  #isRejection({ status, text }: Outcome): boolean {
    if (status === null || !REJECTIONS.has(status)) return false;
    return this.#options.isRejection?.(text) ?? true;
  }

  async #attempt(items: readonly BatchItem[], redelivery: boolean): Promise<Outcome> {
    const { format } = this.#options;
    const headers = {
      'content-type': format === 'json' ? 'application/json' : 'application/x-ndjson',
      ...(this.#options.compress && { 'content-encoding': this.#options.compress }),
      'parlance-delivery-id': sha256(items.map(({ id }) => id).join('\n')).slice(0, 32),
      'parlance-redelivery': String(redelivery),
    };
    const body = bodyOf(items, format);
    return this.#request('POST', this.#path, headers, this.#options.compress ? await gzip(body) : body);
  }

  async #request(
    method: 'POST' | 'HEAD',
    path: string,
    own: Readonly<Record<string, string>>,
    body: string | Uint8Array | null,
  ): Promise<Outcome> {
    const { adapter, signal, timeoutMs, url } = this.#options;
    const cancellation = new CallCancellation();
    const stop = (): void => cancellation.cancel(signal.reason);
    const timer = setTimeout(() => cancellation.cancel(timedOut()), timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (signal.aborted) stop();
      const headers = await cancellation.race(readHeaders(this.#options.headers));
      const request = adapter.send({
        method,
        origin: url.origin,
        path,
        headers: { ...headers, ...own },
        body,
        cancellation,
        connectMs: timeoutMs,
      });
      const response = await cancellation.race(request, ({ body }) => body.cancel());
      return await cancellation.race(received(response, this.#options.readsAccepted === true));
    } catch (error) {
      if (signal.aborted) throw aborted(signal);
      if (ConfigError.is(error)) throw error;
      return failed(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  /** Returns the wait before the next attempt; null if there is none. */
  #waitMs({ status, failure, headers, sent }: Outcome, attempts: number): number | null {
    if (status !== null && status < 400) return null;
    if (failure !== null && isLasting(failure)) return null;
    if (!mayRetry({ replay: 'idempotent', status, sent, shouldRetry: null })) return null;
    const { baseDelayMs = 500, maxDelayMs = 30_000, maxHintMs = 600_000 } = this.#options.retry;
    const hintMs = retryAfterMs(headers, Date.now());
    if (hintMs !== null && hintMs > maxHintMs) return null;
    return retryWaitMs(hintMs, attempts - 1, { delays: { baseDelayMs, maxDelayMs }, random: Math.random() });
  }

  async #wait(waitMs: number): Promise<void> {
    const { signal } = this.#options;
    try {
      await sleep(waitMs, undefined, { signal });
    } catch {
      throw aborted(signal);
    }
  }

  #error({ status, failure }: Outcome, attempts: number): SinkError {
    // The query may contain a token.
    const target = `${this.#options.url.origin}${this.#options.url.pathname}`;
    const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    const happened = status === null ? `failed (${failure})` : `responded with status ${status}`;
    const code = codeOf(status);
    const hint = code === 'sink_redirected' ? '; redirects are not followed, so set its final URL' : '';
    return new SinkError(code, `${target} ${happened} after ${times}${hint}.`, { status, attempts });
  }
}

function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

function codeOf(status: number | null): SinkErrorCode {
  if (status !== null && status >= 300 && status < 400) return 'sink_redirected';
  return status === null || mayRetry({ replay: 'idempotent', status, sent: true, shouldRetry: null })
    ? 'sink_unavailable'
    : 'sink_rejected';
}

function bodyOf(items: readonly BatchItem[], format: 'ndjson' | 'json'): string {
  const lines = items.map(({ json }) => json);
  return format === 'json' ? `[${lines.join(',')}]` : `${lines.join('\n')}\n`;
}

async function received({ status, headers, body }: HttpResponse, readsAccepted: boolean): Promise<Outcome> {
  const outcome = { status, headers, failure: null, sent: true };
  if ((readsAccepted && isAccepted(status)) || REJECTIONS.has(status))
    return { ...outcome, text: await startOf(body) };
  body.cancel();
  return { ...outcome, text: '' };
}

/** Reads the start of a body; what has arrived if it breaks off. */
function startOf(body: HttpBody): Promise<string> {
  return new Promise((resolve) => {
    const decoder = new TextDecoder();
    let text = '';
    const end = (): void => resolve(text.slice(0, EXCERPT));
    body.read({
      data: (chunk) => {
        text += decoder.decode(chunk, { stream: true });
        if (text.length < EXCERPT) return;
        body.cancel();
        end();
      },
      end,
      fail: end,
    });
  });
}

function failed(error: unknown): Outcome {
  const { code = 'unknown', sent = true } = error as Partial<HttpFailure>;
  return { status: null, headers: {}, failure: code, sent, text: '' };
}

function timedOut(): Error {
  return Object.assign(new Error('timed out'), { code: 'timeout', sent: true });
}

function aborted({ reason }: AbortSignal): AbortedError {
  return new AbortedError({ operation: 'http sink', attempts: [], requestId: null }, reason);
}
