import { defaultAdapter } from '#default-adapter';
import { clientSettings, type ClientSettings, type TransportInternals } from './client-settings.js';
import { ClientState } from './client-state.js';
import { ConfigError } from './errors/request-errors.js';
import type { HttpAdapter, HttpHandler, Middleware } from './http-adapter.js';
import { diagnosticsObserver } from './observability/diagnostics.js';
import { logLevel, logObserver, type Logger } from './observability/log-observer.js';
import type { Observer } from './observability/observer.js';
import { telemetryObserver } from './observability/telemetry-observer.js';
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
  return {
    settings,
    state,
    http: compose(options.middleware ?? [], sameOrigin(adapter, settings.baseUrl.origin)),
    observers: observersOf(options, settings, state),
    closeConnections: () => (options.http === undefined ? adapter.close() : Promise.resolve()),
  };
}

/** Creates the observers of the calls: diagnostics channels, log and telemetry. */
function observersOf(
  { logger, telemetry }: TransportOptions,
  { baseUrl, clock, codec }: ClientSettings,
  { retryBudget }: ClientState,
): Observer[] {
  const level = logLevel(logger);
  const observers = [
    diagnosticsObserver({ clock, retryBudget }),
    level === 'off' ? undefined : logObserver(logger ?? standardError(), level),
    telemetry === undefined ? undefined : telemetryObserver(telemetry, { origin: baseUrl.origin, codec }),
  ];
  return observers.filter((observer) => observer !== undefined);
}

/** Logs to standard error at every level, because standard output belongs to the program. */
function standardError(): Logger {
  const { error } = console;
  return { error, warn: error, info: error, debug: error };
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
