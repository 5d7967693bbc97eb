import { ConfigError } from './errors/request-errors.js';
import { checkRecord, isA, listOfText } from './option-checks.js';
import type { Checks } from './option-checks.js';
import { retryChecks, timeoutChecks } from './settings.js';

const callChecks: Checks = {
  signal: (option, value) => {
    if (typeof (value as AbortSignal | null)?.addEventListener !== 'function')
      throw new ConfigError(option, `${option} must be an AbortSignal`);
  },
  timeouts: timeoutChecks,
  retry: retryChecks,
  headers: isA('object'),
  betas: listOfText,
  idempotencyKey: (option, value) => {
    if (typeof value !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(value))
      throw new ConfigError(option, `${option} must be 1 to 255 visible characters`);
  },
};

const listChecks: Checks = { ...callChecks, from: isA('object'), prefetch: isA('boolean') };

/**
 * Checks the options of a call.
 *
 * @throws {ConfigError} Naming the first option that is wrong.
 */
export function checkCallOptions(options: object, kind: 'call' | 'list'): void {
  checkRecord('', options, kind === 'list' ? listChecks : callChecks);
}
