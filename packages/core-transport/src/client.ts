import { defaultAdapter } from '#default-adapter';
import { clientSettings, type ClientSettings, type TransportInternals } from './client-settings.js';
import { ClientState } from './client-state.js';
import { ConfigError } from './errors/request-errors.js';
import type { HttpAdapter, HttpHandler, Middleware } from './http-adapter.js';
import { makeObservers } from './observability/make-observers.js';
import type { Observer } from './observability/observer.js';
import type { ClientProfile } from './options/client-profile.js';
import type { TransportOptions } from './options/client-options.js';

/** Everything that the calls of one client share. */
export interface Client {
  readonly settings: ClientSettings;
  readonly state: ClientState;
  /** The middleware chain, ending with the adapter. */
  readonly http: HttpHandler;
  readonly observers: readonly Observer[];
  /** Closes the connections, unless the user supplied the adapter. */
  closeConnections(): Promise<void>;
}

/**
 * Creates a client from its options.
 *
 * @throws {ConfigError} When an option is missing or invalid; names the first one.
 */
export function makeClient(
  options: TransportOptions,
  profile: ClientProfile,
  internals: TransportInternals,
): Client {
  const settings = clientSettings(options, profile, internals);
  const state = new ClientState(internals.retryBudget ?? options.retry?.budget);
  const adapter = options.http ?? defaultAdapter();
  const { origin } = settings.baseUrl;
  return {
    settings,
    state,
    http: compose(options.middleware ?? [], sameOrigin(adapter, origin)),
    observers: makeObservers(options, {
      origin,
      clock: settings.clock,
      retryBudget: state.retryBudget,
      codec: settings.codec,
    }),
    closeConnections: () => (options.http === undefined ? adapter.close() : Promise.resolve()),
  };
}

/** Rejects requests to any origin but the configured one, so that middleware cannot send the key elsewhere. */
function sameOrigin(adapter: HttpAdapter, origin: string): HttpHandler {
  return (request) =>
    request.origin === origin
      ? adapter.send(request)
      : Promise.reject(new ConfigError('middleware', 'middleware must not send a request to another origin'));
}

function compose(middleware: readonly Middleware[], adapter: HttpHandler): HttpHandler {
  return middleware.reduceRight((next, wrap) => wrap(next), adapter);
}
