import type { HttpAdapter, HttpRequest, HttpResponse } from '../http-adapter.js';
import { fetchSend } from './fetch-send.js';
import { checkRecord, isA } from '../checks/option-checks.js';

/** Options for {@link FetchAdapter}. */
export interface FetchAdapterOptions {
  /** The `fetch` function to use, for example one that adds instrumentation. Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Sends requests with `fetch`. The default in browsers, workers, Bun and Deno. `fetch` does not reveal whether a
 * failed request reached the server, so the adapter reports every failed request as sent, and a failed create is
 * never retried.
 */
export class FetchAdapter implements HttpAdapter {
  readonly #fetch: typeof fetch;

  /**
   * @param options - See {@link FetchAdapterOptions}.
   * @throws {ConfigError} When an option is invalid.
   */
  constructor(options: FetchAdapterOptions = {}) {
    checkRecord('http', options, { fetch: isA('function') });
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    return fetchSend(request, this.#fetch);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
