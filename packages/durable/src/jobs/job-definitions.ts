import { ConfigError } from '@parlance/schemas/kit';
import type { JobDefinition } from './runner.js';

const LONGEST_RETRY_DELAY_MS = 300_000;

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
  if (!Number.isSafeInteger(maxAttempts) || maxAttempts < 1)
    throw new ConfigError('maxAttempts', 'maxAttempts must be a whole number from 1');
  if (!(retryDelayMs >= 0 && Number.isFinite(retryDelayMs)))
    throw new ConfigError('retryDelayMs', 'retryDelayMs must be a number from 0');
}

/** Returns the wait after an attempt, in milliseconds. */
export function retryDelay(
  { retryDelayMs = DEFAULT_RETRY_DELAY_MS }: JobDefinition,
  attempt: number,
): number {
  return Math.min(retryDelayMs * 2 ** (attempt - 1), LONGEST_RETRY_DELAY_MS);
}

/** Describes an error for {@link FailedJob.error}. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, 2_000);
}
