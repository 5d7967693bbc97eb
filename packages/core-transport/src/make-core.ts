import { systemClock } from './clock.js';
import { CredentialBox } from './credential.js';
import { environment } from './environment.js';
import { ConfigError } from './errors/request-errors.js';
import { isA } from './option-checks.js';
import type { Core } from './pipeline/call.js';
import { codecOf } from './pipeline/naming-codec.js';
import { mergeHeaders } from './pipeline/header-values.js';
import { keyOption, keyVariable } from './client-profile.js';
import type { ClientProfile } from './client-profile.js';
import { RetryBudget } from './pipeline/retry-budget.js';
import type { TransportInternals, TransportOptions } from './transport-options.js';
import { ceilingsOf, checkClientOptions, retriesOf, targetOf, timeoutsOf } from './settings.js';

/** Checks the options of a client and makes what its calls share. */
export function makeCore(
  options: TransportOptions,
  profile: ClientProfile,
  internals: TransportInternals,
): Core {
  const more = Object.entries(profile.options ?? {}).map(([name, types]) => [name, isA(...types)]);
  checkClientOptions(options, {
    [keyOption[profile.key]]: isA('string', 'function'),
    ...Object.fromEntries(more),
  });
  if (options.headers !== undefined) mergeHeaders({}, options.headers, 'headers');
  const betas = options.betas ?? [];
  return {
    options,
    target: targetOf(options),
    credential: credentialOf(options, profile),
    bearer: profile.keyHeader === 'authorization',
    betas,
    headers: { version: options.version ?? '2023-06-01', betas, extra: options.headers },
    prepared: new Map(),
    timeouts: timeoutsOf(options.timeouts),
    retries: retriesOf(options.retry),
    ceilings: ceilingsOf(options),
    budget: new RetryBudget(options.retry?.budget?.capacity ?? 50, options.retry?.budget?.refill ?? 0.1),
    limiter: options.limiter,
    validation: options.validation,
    codec: codecOf(options.naming, profile.naming),
    observers: [],
    ready: undefined,
    clock: internals.clock ?? systemClock,
    random: internals.random ?? Math.random,
    wire: undefined,
    active: new Set(),
    limitHeaders: undefined,
    closed: false,
  };
}

function credentialOf(options: TransportOptions, profile: ClientProfile): CredentialBox {
  const name = keyOption[profile.key];
  const value = options[name] ?? environment(keyVariable[profile.key]);
  if (value === undefined || value === '')
    throw new ConfigError(name, `${name} is missing: give the option or set ${keyVariable[profile.key]}`);
  return new CredentialBox(value, name);
}
