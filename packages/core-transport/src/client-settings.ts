import { wrong } from './checks/option-checks.js';
import type { Validator } from '@parlance/schemas/kit';
import type { RetryBudget } from './client-state.js';
import { systemClock, type Clock } from './clock.js';
import { codecOf, type Codec } from './naming/naming-codec.js';
import { baseUrlOf, type BaseUrl } from './options/base-url.js';
import { ceilingsOf, rateLimitWaitsOf, retriesOf } from './options/option-defaults.js';
import type { Ceilings, RateLimitWaits, Retries } from './options/option-defaults.js';
import { checkClientOptions } from './options/check-options.js';
import { keyOption, keyVariable, type ClientProfile } from './options/client-profile.js';
import { CredentialBox } from './options/credential-box.js';
import { defined } from './options/merge-options.js';
import { environment } from './environment.js';
import type { TimeoutOptions, TransportOptions } from './options/client-options.js';
import { AdaptiveRateLimiter } from './rate-limits/adaptive-rate-limiter.js';
import type { CallPriority, RateLimiter } from './rate-limits/rate-limiter.js';

/** Dependencies that tests replace, and state that a client shares with the one that it was derived from. */
export interface TransportInternals {
  /** Source of time. */
  readonly clock?: Clock | undefined;
  /** Returns random numbers from 0 to less than 1. */
  readonly random?: (() => number) | undefined;
  /** Retry budget to share. Default: a new one. */
  readonly retryBudget?: RetryBudget | undefined;
  /** Rate limiter to share, unless the options have one. Default: a new one. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/** The immutable configuration of a client: its validated options with defaults applied. */
export interface ClientSettings {
  readonly baseUrl: BaseUrl;
  readonly credential: CredentialBox;
  readonly keyHeader: 'x-api-key' | 'authorization';
  /** Header `vendor-version`. */
  readonly version: string;
  readonly betas: readonly string[];
  /** Extra headers; null removes one. */
  readonly headers: Readonly<Record<string, string | null>>;
  readonly timeouts: TimeoutOptions;
  readonly retries: Retries;
  readonly ceilings: Ceilings;
  readonly rateLimiter: RateLimiter;
  readonly rateLimit: RateLimitWaits;
  readonly priority: CallPriority;
  readonly validation: Validator | undefined;
  /** Translates between the contract's names and the deployment's; undefined if they are the same. */
  readonly codec: Codec | undefined;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Validates the options of a client and applies defaults.
 *
 * @throws {ConfigError} When an option is missing or invalid; names the first one.
 */
export function clientSettings(
  options: TransportOptions,
  profile: ClientProfile,
  internals: TransportInternals,
): ClientSettings {
  checkClientOptions(options, profile);
  const { clock = systemClock, random = Math.random } = internals;
  return {
    baseUrl: baseUrlOf(options),
    credential: credentialOf(options, profile),
    keyHeader: profile.keyHeader ?? 'x-api-key',
    version: options.version ?? '2023-06-01',
    betas: [...(options.betas ?? [])],
    headers: { ...options.headers },
    timeouts: { ...defined(options.timeouts) },
    retries: retriesOf(options.retry),
    ceilings: ceilingsOf(options),
    rateLimiter: options.rateLimiter ?? internals.rateLimiter ?? new AdaptiveRateLimiter({ clock, random }),
    rateLimit: rateLimitWaitsOf(options.rateLimit),
    priority: options.priority ?? 'normal',
    validation: options.validation,
    codec: codecOf(options.naming, profile.naming),
    clock,
    random,
  };
}

function credentialOf(options: TransportOptions, profile: ClientProfile): CredentialBox {
  const name = keyOption[profile.key];
  const value = options[name] ?? environment(keyVariable[profile.key]);
  if (value === undefined || value === '')
    throw wrong(name, `is missing: set the option or the variable ${keyVariable[profile.key]}`);
  return new CredentialBox(value, name);
}
