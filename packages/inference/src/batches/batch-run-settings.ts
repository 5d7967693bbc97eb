/** Checked options of runs of batches. */
import { ConfigError, type CallOptions } from '@parlance/core-transport';
import { checkCallOptions, requireObject } from '@parlance/core-transport/internal';
import { requireBatchRunCheckpoint, type BatchRunCheckpoint } from './batch-run-checkpoint.js';
import type { BatchRunOptions } from './batch-run-options.js';
import type { BatchLimits } from './request-reader.js';
import { requireInterval } from './wait-for-batch.js';

/** The checked options of a run, with their defaults. */
export interface BatchRunSettings
  extends BatchLimits, Pick<BatchRunOptions, 'pollIntervalMs' | 'onProgress' | 'onCheckpoint'> {
  readonly maxBatches: number;
  readonly maxRetries: number;
  readonly checkpointEvery: number;
  readonly resumeFrom: BatchRunCheckpoint | undefined;
  readonly call: CallOptions;
}

const MAX_REQUESTS = 100_000;
const MAX_BYTES = 268_435_456;
const DEFAULT_BYTES = 33_554_432;
/** A checkpoint contains the batches, and must stay small. */
const MAX_BATCHES = 10;
const MAX_RETRIES = 10;

/**
 * Checks the options of a run.
 *
 * @throws {ConfigError} When `requests` or an option is invalid.
 */
export function batchRunSettings(requests: unknown, options: BatchRunOptions): BatchRunSettings {
  const isIterable =
    typeof requests === 'object' &&
    requests !== null &&
    (Symbol.asyncIterator in requests || Symbol.iterator in requests);
  if (!isIterable) throw new ConfigError('requests', 'requests must be an iterable or async iterable');
  requireObject('options', options);
  const {
    maxRequests = MAX_REQUESTS,
    maxBytes = DEFAULT_BYTES,
    maxBatches = 4,
    maxRetries = 2,
    ...rest
  } = options;
  const { checkpointEvery = 1000, pollIntervalMs, onProgress, onCheckpoint, resumeFrom, ...call } = rest;
  checkCallOptions(call, 'call');
  requireWhole('maxRequests', maxRequests, MAX_REQUESTS);
  requireWhole('maxBytes', maxBytes, MAX_BYTES);
  requireWhole('maxBatches', maxBatches, MAX_BATCHES);
  requireWhole('maxRetries', maxRetries, MAX_RETRIES, 0);
  requireWhole('checkpointEvery', checkpointEvery, Number.MAX_SAFE_INTEGER);
  requireInterval(pollIntervalMs);
  for (const [name, callback] of Object.entries({ onProgress, onCheckpoint }))
    if (callback !== undefined && typeof callback !== 'function')
      throw new ConfigError(name, `${name} must be a function`);
  if (resumeFrom != null) requireBatchRunCheckpoint(resumeFrom);
  return {
    maxRequests,
    maxBytes,
    maxBatches,
    maxRetries,
    checkpointEvery,
    pollIntervalMs,
    onProgress,
    onCheckpoint,
    resumeFrom: resumeFrom ?? undefined,
    call,
  };
}

function requireWhole(name: string, value: unknown, max: number, min = 1): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min || value > max)
    throw new ConfigError(name, `${name} must be a whole number from ${min} to ${max}`);
}
