import { mergeHeaders } from '../pipeline/header-values.js';
import { priorityCheck, rateLimitChecks, retryChecks, timeoutChecks } from './check-call-options.js';
import { keyOption } from './client-profile.js';
import type { ClientProfile } from './client-profile.js';
import {
  atLeastZero,
  checkRecord,
  fraction,
  integerFromOne,
  isA,
  listOfText,
  must,
  withMethods,
} from './option-checks.js';
import type { Checks } from './option-checks.js';
import type { TransportOptions } from './transport-options.js';

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
