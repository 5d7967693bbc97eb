import { defaultAdapter } from '#default-adapter';
import { systemClock } from './clock.js';
import type { Clock } from './clock.js';
import { CredentialBox } from './credential.js';
import { environment } from './environment.js';
import { ConfigError } from './errors/request-errors.js';
import type { HttpAdapter, HttpHandler, Middleware } from './http-adapter.js';
import { diagnosticsObserver } from './observability/diagnostics.js';
import { logLevel } from './observability/log-level.js';
import type { LogLevel } from './observability/logger.js';
import { isA } from './option-checks.js';
import type { ClientOptions, Credential } from './options.js';
import type { Core } from './pipeline/call.js';
import { codecOf } from './pipeline/naming-codec.js';
import { mergeHeaders } from './pipeline/header-values.js';
import { keyOption, keyVariable } from './pipeline/prepared-operation.js';
import type { ClientProfile } from './pipeline/prepared-operation.js';
import { RetryBudget } from './pipeline/retry-budget.js';
import type { Target } from './settings.js';
import { ceilingsOf, checkClientOptions, retriesOf, targetOf, timeoutsOf } from './settings.js';

/** Options of a client together with its key. */
export type TransportOptions = ClientOptions & {
  readonly apiKey?: Credential | undefined;
  readonly adminKey?: Credential | undefined;
  readonly complianceKey?: Credential | undefined;
};

/** What tests replace. */
export interface TransportInternals {
  /** Time. */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 to less than 1. */
  readonly random?: (() => number) | undefined;
}

/** The shared part of a client's calls, and what closes its connections. */
export interface MadeCore {
  readonly core: Core;
  /** Closes the connections, unless they are the user's own. */
  readonly close: () => Promise<void>;
}

/** Checks the options of a client and makes what its calls share. */
export function makeCore(
  options: TransportOptions,
  profile: ClientProfile,
  internals: TransportInternals,
): MadeCore {
  const more = Object.entries(profile.options ?? {}).map(([name, types]) => [name, isA(...types)]);
  checkClientOptions(options, {
    [keyOption[profile.key]]: isA('string', 'function'),
    ...Object.fromEntries(more),
  });
  if (options.headers !== undefined) mergeHeaders({}, options.headers, 'headers');
  const adapter = adapterOf(options.http);
  const target = targetOf(options);
  const core: Core = {
    target,
    credential: credentialOf(options, profile),
    bearer: profile.keyHeader === 'authorization',
    betas: options.betas ?? [],
    timeouts: timeoutsOf(options.timeouts),
    retries: retriesOf(options.retry),
    ceilings: ceilingsOf(options),
    budget: new RetryBudget(options.retry?.budget?.capacity ?? 50, options.retry?.budget?.refill ?? 0.1),
    limiter: options.limiter,
    validation: options.validation,
    codec: codecOf(options.naming, profile.naming),
    observer: diagnosticsObserver(),
    ready: undefined,
    clock: internals.clock ?? systemClock,
    random: internals.random ?? Math.random,
    handler: compose(options.middleware ?? [], pinned(adapter.send, target)),
    direct: options.http === undefined && (options.middleware ?? []).length === 0,
    active: new Set(),
    limitHeaders: undefined,
    closed: false,
  };
  const level = logLevel(options.logger);
  if (level !== 'off' || options.telemetry !== undefined) core.ready = observe(core, options, level);
  return { core, close: adapter.close };
}

function credentialOf(options: TransportOptions, profile: ClientProfile): CredentialBox {
  const name = keyOption[profile.key];
  const value = options[name] ?? environment(keyVariable[profile.key]);
  if (value === undefined || value === '')
    throw new ConfigError(name, `${name} is missing: give the option or set ${keyVariable[profile.key]}`);
  return new CredentialBox(value, name);
}

/** The user's adapter, or one of our own that is made with the first request. */
function adapterOf(given: HttpAdapter | undefined): { send: HttpHandler; close: () => Promise<void> } {
  if (given !== undefined) {
    if (typeof given.send !== 'function') throw new ConfigError('http', 'http must be an HttpAdapter');
    return { send: (request) => given.send(request), close: () => Promise.resolve() };
  }
  let own: HttpAdapter | undefined;
  return {
    send: (request) => (own ??= defaultAdapter()).send(request),
    close: () => own?.close() ?? Promise.resolve(),
  };
}

/** Loads what observes calls; the first call waits for it. Most programs need none of it. */
async function observe(core: Core, { logger, telemetry }: ClientOptions, level: LogLevel): Promise<void> {
  const { makeObserver } = await import('./observability/make-observer.js');
  core.observer = makeObserver(core.observer, [logger, level, telemetry]);
  core.ready = undefined;
}

/** The key goes to the configured origin only, also when a middleware has another idea. */
function pinned(send: HttpHandler, target: Target): HttpHandler {
  return (request) =>
    request.origin === target.origin
      ? send(request)
      : Promise.reject(new ConfigError('middleware', 'middleware must not send a request to another origin'));
}

function compose(middleware: readonly Middleware[], adapter: HttpHandler): HttpHandler {
  let handler = adapter;
  for (const wrap of middleware.toReversed()) handler = wrap(handler);
  return handler;
}
