/** Options after checking, with defaults filled in. */
import type { ClientOptions, TimeoutOptions } from './options.js';
import {
  atLeastZero,
  checkRecord,
  duration,
  fraction,
  integerFromZero,
  integerFromOne,
  isA,
  listOfText,
  must,
  withMethods,
  wrong,
} from './option-checks.js';
import type { Checks } from './option-checks.js';
import { environment } from './environment.js';

/** Where requests go. */
export interface Target {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before every operation's path; without a slash at its end. */
  readonly prefix: string;
}

/** Deadlines whose default does not depend on the operation, and two whose default does. */
export type Timeouts = Required<{
  readonly [K in Exclude<keyof TimeoutOptions, 'headersMs' | 'totalMs'>]: number;
}> & { readonly headersMs: number | undefined; readonly totalMs: number | undefined };

/** Retry settings. */
export interface Retries {
  readonly maxRetries: number;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxHintMs: number;
}

/** Ceilings on what is read. */
export interface Ceilings {
  readonly responseBytes: number;
  readonly eventBytes: number;
  readonly errorBytes: number;
}

const TIMEOUTS: Timeouts = {
  connectMs: 10_000,
  headersMs: undefined,
  bodyMs: 60_000,
  firstContentMs: 300_000,
  contentGapMs: 180_000,
  silenceMs: 120_000,
  totalMs: undefined,
};
const RETRIES: Retries = { maxRetries: 2, baseDelayMs: 500, maxDelayMs: 8000, maxHintMs: 60_000 };

/** Checks of `timeouts`. */
export const timeoutChecks: Checks = {
  connectMs: duration,
  headersMs: duration,
  bodyMs: duration,
  firstContentMs: duration,
  contentGapMs: duration,
  silenceMs: duration,
  totalMs: duration,
};

/** Checks of `retry` of a call. */
export const retryChecks: Checks = {
  maxRetries: integerFromZero,
  baseDelayMs: duration,
  maxDelayMs: duration,
  maxHintMs: duration,
};

const clientChecks: Checks = {
  baseUrl: isA('string'),
  allowInsecure: isA('boolean'),
  version: must(
    'a date of the form YYYY-MM-DD',
    (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  ),
  betas: listOfText,
  naming: isA('object'),
  timeouts: timeoutChecks,
  retry: { ...retryChecks, budget: { capacity: atLeastZero, refill: fraction } },
  maxResponseBytes: integerFromOne,
  maxEventBytes: integerFromOne,
  maxErrorBytes: integerFromOne,
  limiter: withMethods('acquire'),
  validation: withMethods('checkRequest', 'checkResponse', 'checkEvent'),
  middleware: must(
    'a list of functions',
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'function'),
  ),
  logger: withMethods('error', 'warn', 'info', 'debug'),
  telemetry: withMethods('start'),
  headers: must('an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  http: withMethods('send'),
};

/**
 * Checks the options of a client.
 *
 * @param options - What the user gave.
 * @param more - Checks of the options that this kind of client has besides the shared ones.
 * @throws {ConfigError} Naming the first option that is wrong.
 */
export function checkClientOptions(options: object, more: Checks): void {
  checkRecord('', options, { ...clientChecks, ...more });
}

/** Reads the base URL from the option or the variable. */
export function targetOf(options: ClientOptions): Target {
  const text = options.baseUrl ?? environment('PARLANCE_BASE_URL');
  if (text === undefined || text === '')
    throw wrong('baseUrl', 'is missing: give the option or set PARLANCE_BASE_URL');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong('baseUrl', 'must be an absolute URL');
  }
  if (url.username !== '' || url.password !== '') throw wrong('baseUrl', 'must not hold a user or password');
  if (url.search !== '' || url.hash !== '' || text.includes('?') || text.includes('#'))
    throw wrong('baseUrl', 'must not have a query or fragment');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrong('baseUrl', 'must begin with https:// or http://');
  if (url.protocol === 'http:' && options.allowInsecure !== true && !isLoopback(url.hostname))
    throw wrong(
      'baseUrl',
      'must use https, because the key would travel unprotected; allowInsecure: true permits it',
    );
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}

/** Fills in the defaults of deadlines; undefined members do not override. */
export function timeoutsOf(given: TimeoutOptions | undefined, base: Timeouts = TIMEOUTS): Timeouts {
  return given === undefined ? base : { ...base, ...defined(given) };
}

/** Fills in the defaults of retries. */
export function retriesOf(given: Partial<Retries> | object | undefined, base: Retries = RETRIES): Retries {
  return given === undefined ? base : { ...base, ...defined(given) };
}

/** Fills in the defaults of ceilings. */
export function ceilingsOf(options: ClientOptions): Ceilings {
  const MIB = 1_048_576;
  return {
    responseBytes: options.maxResponseBytes ?? 256 * MIB,
    eventBytes: options.maxEventBytes ?? 16 * MIB,
    errorBytes: options.maxErrorBytes ?? MIB,
  };
}

function defined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
