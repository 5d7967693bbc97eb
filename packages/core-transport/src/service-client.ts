import { ConfigError } from './errors/request-errors.js';
import type { ClientOptions } from './options/client-options.js';
import type { ClientProfile } from './options/client-profile.js';
import type { RateLimits } from './rate-limits/rate-limiter.js';
import { Transport } from './transport.js';

/** What the clients of all services have in common. */
export abstract class ServiceClient<Options extends ClientOptions> implements AsyncDisposable {
  readonly #transport: Transport;

  /**
   * @param options - The user's options; or a transport to share, which only `from` of a client passes.
   * @param profileOf - Returns what kind of client it is.
   * @internal
   * @throws {ConfigError} When an option is missing, unknown or invalid; `option` names it.
   */
  protected constructor(options: Options | Transport, profileOf: (options: Options) => ClientProfile) {
    this.#transport = options instanceof Transport ? options : new Transport(options, profileOf(options));
  }

  /**
   * Creates a client with other options. It shares this client's connections, rate limiter and retry budget, unless the key
   * or the address changes, and is closed on its own.
   *
   * @param options - Options to change. The members of `timeouts`, `retry`, `rateLimit` and `headers` are merged one by
   *   one; every other option replaces the earlier one.
   * @throws {ConfigError} When an option is unknown or invalid; names the first one.
   */
  abstract withOptions(options: Options): ServiceClient<Options>;

  /** Transport of this client. Use it to call endpoints that the client has no method for. */
  get transport(): Transport {
    return this.#transport;
  }

  /** Rate limits from the most recent response that included them, and the requests waiting for them. */
  get limits(): RateLimits {
    return this.#transport.limits;
  }

  /** Aborts in-flight requests, rejects new ones and closes the connections that no other client uses. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** Calls `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * Checks the argument of `from` of a client, and returns it as an argument for its constructor: the public signature of a
 * constructor has no transport, so that editors offer options only.
 *
 * @throws {ConfigError} When it is not a transport of this version of the package.
 */
export function requireTransport(transport: Transport): object {
  if (transport instanceof Transport) return transport;
  throw new ConfigError('transport', 'transport must be the transport of another client');
}
