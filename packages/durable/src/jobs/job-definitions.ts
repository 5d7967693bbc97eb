import { inspect } from 'node:util';
import { ConfigError } from '@parlance/schemas/kit';
import { checkName } from '../database/check-name.js';
import { checkData } from '../database/json-value.js';
import type { JobDefinition, NewJob } from './runner.js';

const LONGEST_RETRY_DELAY_MS = 300_000;

/** The type `integer` of PostgreSQL has no more, of either sign. */
const HIGHEST_INTEGER = 2_147_483_647;

/** Default of {@link JobDefinition.maxAttempts}. */
export const DEFAULT_MAX_ATTEMPTS = 10;

/** Default of {@link JobDefinition.retryDelayMs}. */
export const DEFAULT_RETRY_DELAY_MS = 1_000;

/**
 * Checks a definition.
 *
 * @throws {ConfigError} When it is invalid.
 */
export function checkDefinition({ name, run, maxAttempts = 1, retryDelayMs = 0 }: JobDefinition): void {
  if (typeof name !== 'string' || !/^[\w\-./]{1,200}$/.test(name))
    throw new ConfigError('name', 'name must consist of up to 200 letters, digits, `-`, `_`, `.` and `/`');
  if (typeof run !== 'function') throw new ConfigError('run', 'run must be a function');
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1 || maxAttempts > HIGHEST_INTEGER)
    throw new ConfigError('maxAttempts', `maxAttempts must be a whole number from 1 to ${HIGHEST_INTEGER}`);
  if (!Number.isInteger(retryDelayMs) || retryDelayMs < 0 || retryDelayMs > HIGHEST_INTEGER)
    throw new ConfigError('retryDelayMs', `retryDelayMs must be a whole number from 0 to ${HIGHEST_INTEGER}`);
}

/**
 * Checks a job.
 *
 * @throws {ConfigError} When it is invalid.
 */
export function checkJob({ key, data, priority = 0, delayMs = 0 }: NewJob): void {
  checkName('key', key);
  checkData('data', data);
  if (!Number.isInteger(priority) || Math.abs(priority) > HIGHEST_INTEGER)
    throw new ConfigError('priority', `priority must be a whole number up to ${HIGHEST_INTEGER}`);
  if (!Number.isSafeInteger(delayMs) || delayMs < 0)
    throw new ConfigError('delayMs', 'delayMs must be a whole number from 0');
}

/** Returns the wait after an attempt, in milliseconds. */
export function retryDelay(
  { retryDelayMs = DEFAULT_RETRY_DELAY_MS }: JobDefinition,
  attempt: number,
): number {
  // 2^30 seconds are longer than the limit; without a bound, no delay times infinity would not be a number.
  return Math.min(retryDelayMs * 2 ** Math.min(attempt - 1, 30), LONGEST_RETRY_DELAY_MS);
}

/**
 * Describes what a job has thrown, for {@link FailedJob.error}. PostgreSQL cannot store zero characters, nor half of a surrogate pair
 * in JSON.
 */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
  return text.slice(0, 2_000).replaceAll('\0', '\uFFFD').toWellFormed();
}
