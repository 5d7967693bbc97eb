import type { HttpAdapter, HttpRequest, HttpResponse } from '../http-adapter.js';
import { fetchSend } from './fetch-send.js';
import { checkRecord, isA } from '../options/option-checks.js';

/** Options of {@link FetchAdapter}. */
export interface FetchAdapterOptions {
  /** The fetch function. Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}

/** Sends with `fetch`: browsers, workers, Bun, Deno. It does not know whether a failed request was sent, so it reports that it was. */
export class FetchAdapter implements HttpAdapter {
  readonly #fetch: typeof fetch;

  /**
   * @param options - See {@link FetchAdapterOptions}.
   * @throws {ConfigError} When one is wrong.
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
