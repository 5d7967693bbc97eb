import { mergeHeaders } from '../checks/header-values.js';
import {
  abortSignal,
  atLeastZero,
  checkRecord,
  duration,
  integerFromZero,
  isA,
  listOfText,
  must,
  fraction,
  integerFromOne,
  withMethods,
  type Check,
  type Checks,
} from '../checks/option-checks.js';
import type { TransportOptions } from './client-options.js';
import { keyOption, type ClientProfile } from './client-profile.js';
import { TIMEOUTS } from './option-defaults.js';

const timeoutChecks: Checks = Object.fromEntries(Object.keys(TIMEOUTS).map((name) => [name, duration]));

/** Checks of a call's `retry`. */
const retryChecks: Checks = {
  maxRetries: integerFromZero,
  baseDelayMs: duration,
  maxDelayMs: duration,
  maxHintMs: duration,
  streamUntil: must('content or event', (value) => value === 'content' || value === 'event'),
};

const rateLimitChecks: Checks = { maxWaitMs: atLeastZero };

const priorityCheck: Check = must(
  'interactive, normal or bulk',
  (value) => value === 'interactive' || value === 'normal' || value === 'bulk',
);

const callChecks: Checks = {
  signal: abortSignal,
  timeouts: timeoutChecks,
  retry: retryChecks,
  headers: isA('object'),
  betas: listOfText,
  priority: priorityCheck,
  rateLimit: rateLimitChecks,
  onRateLimitWait: isA('function'),
};

const listChecks: Checks = {
  ...callChecks,
  resumeFrom: must('a checkpoint', (value) => typeof value === 'object'),
  prefetch: isA('boolean'),
};

/**
 * Checks the options of a call.
 *
 * @throws {ConfigError} When an option is invalid; names the first one.
 */
export function checkCallOptions(options: object, kind: 'call' | 'list'): void {
  checkRecord('', options, kind === 'list' ? listChecks : callChecks);
}

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
  rateLimiter: withMethods('acquire'),
  rateLimit: rateLimitChecks,
  priority: priorityCheck,
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
 * @param options - The shared options, the key, and the options that the profile adds.
 * @param profile - What kind of client it is.
 * @throws {ConfigError} When an option is invalid; names the first one.
 */
export function checkClientOptions(options: TransportOptions, profile: ClientProfile): void {
  const own: Record<string, ReturnType<typeof isA>> = { [keyOption[profile.key]]: isA('string', 'function') };
  for (const [name, types] of Object.entries(profile.options ?? {})) own[name] = isA(...types);
  checkRecord('', options, { ...clientChecks, ...own });
  if (options.headers !== undefined) mergeHeaders({}, options.headers, 'headers');
}
