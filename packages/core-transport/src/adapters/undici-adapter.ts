import type { Dispatcher } from 'undici';
import type { HttpAdapter, HttpRequest, HttpResponse } from '../http-adapter.js';
import { checkRecord, isA, must, withMethods } from '../options/option-checks.js';
import type { Checks } from '../options/option-checks.js';
import { UndiciPool } from './undici-pool.js';

/** Options for {@link UndiciAdapter}. */
export interface UndiciAdapterOptions {
  /** Maximum number of open connections. Default unlimited. */
  readonly connections?: number | undefined;
  /**
   * How long an idle connection stays open, in milliseconds. Default 4,000; a `keep-alive` header of the server takes
   * precedence.
   */
  readonly keepAliveMs?: number | undefined;
  /** Certificate authorities to trust instead of the default ones, in PEM format. */
  readonly ca?: string | readonly string[] | undefined;
  /** Whether to use the proxy from `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Default true. */
  readonly proxyFromEnvironment?: boolean | undefined;
  /** Deadline for the TCP and TLS handshakes of requests that do not set their own, in milliseconds. Default 10,000. */
  readonly connectMs?: number | undefined;
  /**
   * An undici 8 dispatcher to use instead of creating one. The options above are then ignored, and closing the
   * dispatcher is up to you.
   */
  readonly dispatcher?: Dispatcher | undefined;
}

const aboveZero = must('a whole number above 0', (value) => Number.isInteger(value) && (value as number) > 0);

const optionChecks: Checks = {
  connections: aboveZero,
  keepAliveMs: aboveZero,
  ca: must(
    'PEM text, or a list of such',
    (value) => [value].flat().length > 0 && [value].flat().every((item) => typeof item === 'string'),
  ),
  proxyFromEnvironment: isA('boolean'),
  connectMs: aboveZero,
  dispatcher: withMethods('dispatch'),
};

/**
 * Sends requests with undici, the default in Node. Create one yourself to set pool sizes, certificates or a
 * dispatcher. Each adapter has its own connections; undici is loaded on the first request.
 */
export class UndiciAdapter implements HttpAdapter {
  readonly #pool: UndiciPool;

  /**
   * @param options - See {@link UndiciAdapterOptions}.
   * @throws {ConfigError} When an option is invalid.
   */
  constructor(options: UndiciAdapterOptions = {}) {
    checkRecord('http', options, optionChecks);
    this.#pool = new UndiciPool(options);
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    return this.#pool.send(request);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
