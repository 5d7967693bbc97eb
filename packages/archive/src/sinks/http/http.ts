import {
  checkRecord,
  isA,
  isLoopback,
  must,
  withMethods,
  type Checks,
} from '@parlance/core-transport/internal';
import { UndiciAdapter } from '@parlance/core-transport/undici';
import type { HttpAdapter } from '@parlance/core-transport';
import { milliseconds, whole, wrong } from '../../option-checks.js';
import type { BatchReceiver, RemoteSinkOptions } from '../batch-writer.js';
import { remoteChecks, remoteSink, type RemoteService } from '../remote-sink.js';
import type { Sink } from '../sink.js';
import { HttpDelivery, type HttpTarget } from './http-delivery.js';
import { checkHeaders, type SinkHeaders } from './http-headers.js';

/** Retries of an {@link http} sink. */
export interface HttpRetryOptions {
  /** Maximum number of attempts per request, including the first one. Default: 8. */
  readonly maxAttempts?: number | undefined;
  /** Upper bound of the first wait, in milliseconds. It doubles with each attempt; each wait is a random part of it. Default: 500. */
  readonly baseDelayMs?: number | undefined;
  /** Upper bound of all waits except those that the receiver asks for, in milliseconds. Default: 30,000. */
  readonly maxDelayMs?: number | undefined;
  /** Longest wait that the receiver can ask for with `Retry-After`, in milliseconds. A longer one fails at once. Default: 600,000. */
  readonly maxHintMs?: number | undefined;
}

/** How the sinks {@link http} and {@link splunk} send requests. */
export interface HttpRequestOptions extends RemoteSinkOptions {
  /** `gzip` compresses the bodies of requests. Default: they are not compressed. */
  readonly compress?: 'gzip' | undefined;
  /** Retries. */
  readonly retry?: HttpRetryOptions | undefined;
  /** Time limit for each attempt, in milliseconds, including the function that returns the headers. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** HTTP implementation, for example an `UndiciAdapter` with a certificate authority. The default uses the proxy of the environment. */
  readonly http?: HttpAdapter | undefined;
}

/** Options for {@link http}. */
export interface HttpSinkOptions extends HttpRequestOptions {
  /** Absolute URL that receives `POST` requests. It must use https unless the host is this machine. */
  readonly url: string;
  /**
   * Headers of each request, for example `{ authorization: 'Bearer …' }`, or a function that returns them, which is called before each request.
   * They are sent to the origin of `url` only, and are never part of errors.
   */
  readonly headers?: SinkHeaders | undefined;
  /** `ndjson`: one line per record; `json`: an array. Default: `ndjson`. */
  readonly format?: 'ndjson' | 'json' | undefined;
}

/** Checks {@link HttpRequestOptions}, and the URL. */
export const requestChecks: Checks = {
  ...remoteChecks,
  url: isA('string'),
  compress: must("'gzip'", (value) => value === 'gzip'),
  retry: {
    maxAttempts: whole,
    baseDelayMs: milliseconds,
    maxDelayMs: milliseconds,
    maxHintMs: milliseconds,
  },
  timeoutMs: milliseconds,
  http: withMethods('send', 'close'),
};

const checks: Checks = {
  ...requestChecks,
  headers: isA('object', 'function'),
  format: must("'ndjson' or 'json'", (value) => value === 'ndjson' || value === 'json'),
};

/**
 * Creates a sink that sends records to an HTTP endpoint, such as the collector of a SIEM. In an export with an archive it is a follower: a collector that
 * is away, or that rejects records, is late itself, and nothing else is.
 *
 * Records are sent at least once, in the order of the archive within a unit. Each request has the header `parlance-delivery-id`, the same for the same
 * records, and `parlance-redelivery: true` when the receiver may already have them: in a retry, and when a unit is sent again after an
 * interruption. Records have stable ids of their own in the JSON that `map` returns. Failed requests are retried. A batch that is rejected with status
 * 400, 413, 415 or 422 is divided until the records that the receiver rejects are found; all others are delivered.
 *
 * @param options - The endpoint and how to send to it.
 * @returns The sink, for the option `sinks` of an export.
 * @throws {ConfigError} When an option is invalid, or the URL uses http for another machine.
 */
export function http(options: HttpSinkOptions): Sink {
  checkRecord('', options, checks);
  const { headers = {}, format = 'ndjson' } = options;
  const url = checkUrl(options.url);
  if (typeof headers === 'object') checkHeaders(headers);
  return remoteSink('http', options, httpService(options, { url, headers, format }));
}

/**
 * A service that is reached over HTTP.
 *
 * @param target - Where requests are sent to.
 * @param wrap - Adds to what sends the records of a unit. Default: nothing.
 */
export function httpService(
  { http: own, compress, retry = {}, timeoutMs = 30_000 }: HttpRequestOptions,
  target: HttpTarget,
  wrap: (delivery: HttpDelivery, signal: AbortSignal) => BatchReceiver = (delivery) => delivery,
): RemoteService {
  const connect = (): HttpAdapter => own ?? new UndiciAdapter();
  const close = async (adapter: HttpAdapter): Promise<void> => {
    if (own === undefined) await adapter.close();
  };
  const deliver = (adapter: HttpAdapter, signal: AbortSignal): HttpDelivery =>
    new HttpDelivery({ ...target, adapter, signal, compress, retry, timeoutMs });
  return {
    connect: () => {
      const adapter = connect();
      return {
        begin: (_unit, signal) => wrap(deliver(adapter, signal), signal),
        close: () => close(adapter),
      };
    },
    probe: async ({ signal }) => {
      const adapter = connect();
      try {
        await deliver(adapter, signal).probe();
      } finally {
        await close(adapter);
      }
    },
  };
}

/** Checks the option `url`. @throws {ConfigError} When it is not an address that records may be sent to. */
export function checkUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw wrong('url', 'must be an absolute URL, e.g. https://collector.example.com/events');
  if (url.username !== '' || url.password !== '')
    throw wrong('url', 'must not contain a username or password; use headers');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw wrong('url', 'must use https, because http would send the records unencrypted');
  return url;
}
