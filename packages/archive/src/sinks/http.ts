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
import { ConfigError } from '@parlance/schemas/kit';
import type { RecordKind } from '../records/archive-record.js';
import { HttpDelivery } from './http-delivery.js';
import { checkHeaders, type SinkHeaders } from './http-headers.js';
import { HttpUnitWriter } from './http-unit-writer.js';
import { envelope, type RecordMapping, type Redaction } from './record-mapping.js';
import type { OpenSink, Sink, SinkContext } from './sink.js';

/** Size of the requests of an {@link http} sink. */
export interface HttpBatchOptions {
  /** Maximum number of records in a request. Default: 500. */
  readonly maxRecords?: number | undefined;
  /** Maximum size of the body in bytes. A larger record is sent alone. Default: 1,000,000. */
  readonly maxBytes?: number | undefined;
}

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

/** Options for {@link http}. */
export interface HttpSinkOptions {
  /** Absolute URL that receives `POST` requests. It must use https unless the host is this machine. */
  readonly url: string;
  /**
   * Headers of each request, for example `{ authorization: 'Bearer …' }`, or a function that returns them, which is called before each request.
   * They are sent to the origin of `url` only, and are never part of errors.
   */
  readonly headers?: SinkHeaders | undefined;
  /** Name of the sink, unique within an export. Default: `http`. */
  readonly name?: string | undefined;
  /**
   * Where a follower that is new to the export starts: with what was sealed on this UTC day and later (RFC 3339, or a `Date`). Default: with everything
   * that is archived.
   */
  readonly from?: string | Date | undefined;
  /** Kinds of records to send. Default: those that `map` supports. */
  readonly kinds?: readonly RecordKind[] | undefined;
  /** Turns a record into JSON. Default: an object with `delivery_id`, `export`, `unit`, `revision`, `kind`, `id`, `digest` and `body`. */
  readonly map?: RecordMapping | undefined;
  /** Removes content before `map` is called. Default: nothing is removed. */
  readonly redact?: Redaction | undefined;
  /** `ndjson`: one line per record; `json`: an array. Default: `ndjson`. */
  readonly format?: 'ndjson' | 'json' | undefined;
  /** Size of the requests. */
  readonly batch?: HttpBatchOptions | undefined;
  /** Retries. */
  readonly retry?: HttpRetryOptions | undefined;
  /** Time limit for each attempt, in milliseconds, including the function that returns the headers. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** HTTP implementation, for example an `UndiciAdapter` with a certificate authority. The default uses the proxy of the environment. */
  readonly http?: HttpAdapter | undefined;
}

const whole = must('a whole number from 1', (value) => Number.isSafeInteger(value) && (value as number) >= 1);
const milliseconds = must(
  'a number of milliseconds from 1',
  (value) => Number.isFinite(value) && (value as number) >= 1,
);

const checks: Checks = {
  url: isA('string'),
  headers: isA('object', 'function'),
  from: must('an RFC 3339 time or a Date', (value) => !Number.isNaN(new Date(value as string).getTime())),
  name: must('a non-empty string', (value) => typeof value === 'string' && value !== ''),
  kinds: must('an array', Array.isArray),
  map: isA('function'),
  redact: isA('function'),
  format: must("'ndjson' or 'json'", (value) => value === 'ndjson' || value === 'json'),
  batch: { maxRecords: whole, maxBytes: whole },
  retry: {
    maxAttempts: whole,
    baseDelayMs: milliseconds,
    maxDelayMs: milliseconds,
    maxHintMs: milliseconds,
  },
  timeoutMs: milliseconds,
  http: withMethods('send', 'close'),
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
  const url = checkUrl(options.url);
  if (typeof options.headers === 'object') checkHeaders(options.headers);
  const map: RecordMapping = options.map ?? envelope;
  return {
    name: options.name ?? 'http',
    kinds: options.kinds ?? map.kinds,
    remote: true,
    from: options.from,
    open: (context) => Promise.resolve(openHttp(url, options, context)),
    probe: async ({ signal }) => {
      const adapter = options.http ?? new UndiciAdapter();
      try {
        await deliveryTo(url, { ...options, http: adapter }, signal).probe();
      } finally {
        if (options.http === undefined) await adapter.close();
      }
    },
  };
}

function deliveryTo(
  url: URL,
  options: HttpSinkOptions & { readonly http: HttpAdapter },
  signal: AbortSignal,
): HttpDelivery {
  return new HttpDelivery({
    url,
    adapter: options.http,
    signal,
    headers: options.headers ?? {},
    format: options.format ?? 'ndjson',
    retry: options.retry ?? {},
    timeoutMs: options.timeoutMs ?? 30_000,
  });
}

function openHttp(url: URL, options: HttpSinkOptions, { exportName, signal }: SinkContext): OpenSink {
  const adapter = options.http ?? new UndiciAdapter();
  return {
    begin: (unit, { attempt = 1, report, signal: ends = signal } = {}) =>
      Promise.resolve(
        new HttpUnitWriter(deliveryTo(url, { ...options, http: adapter }, AbortSignal.any([signal, ends])), {
          unit,
          exportName,
          redelivery: attempt > 1,
          map: options.map ?? envelope,
          redact: options.redact ?? ((record) => record),
          batch: options.batch ?? {},
          report,
        }),
      ),
    close: () => (options.http === undefined ? adapter.close() : Promise.resolve()),
  };
}

function checkUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ConfigError('url', 'url must be an absolute URL, e.g. https://collector.example.com/events');
  if (url.username !== '' || url.password !== '')
    throw new ConfigError('url', 'url must not contain a username or password; use headers');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ConfigError('url', 'url must use https, because http would send the records unencrypted');
  return url;
}
