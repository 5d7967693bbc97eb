import type { HttpAdapter, HttpRequest, HttpResponse } from '../http-adapter.js';
import { checkRecord, isA, must, withMethods, type Checks } from '../checks/option-checks.js';
import type { UndiciAdapterOptions } from './undici-dispatcher.js';
import { UndiciPool } from './undici-pool.js';

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
