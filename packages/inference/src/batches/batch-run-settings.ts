/** Checked options of runs of batches. */
import type { CallOptions } from '@parlance/core-transport';
import {
  checkCallOptions,
  checkRecord,
  finiteDuration,
  isA,
  requireIterable,
  requireObject,
  wholeNumber,
} from '@parlance/core-transport/internal';
import { requireBatchRunCheckpoint, type BatchRunCheckpoint } from './batch-run-checkpoint.js';
import type { BatchRunOptions } from './batch-run-options.js';
import type { BatchLimits } from './request-reader.js';

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
  requireIterable('requests', requests);
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
  const own = { maxRequests, maxBytes, maxBatches, maxRetries, checkpointEvery, pollIntervalMs };
  checkRecord(
    '',
    { ...own, onProgress, onCheckpoint },
    {
      maxRequests: wholeNumber(1, MAX_REQUESTS),
      maxBytes: wholeNumber(1, MAX_BYTES),
      maxBatches: wholeNumber(1, MAX_BATCHES),
      maxRetries: wholeNumber(0, MAX_RETRIES),
      checkpointEvery: wholeNumber(1, Number.MAX_SAFE_INTEGER),
      pollIntervalMs: finiteDuration,
      onProgress: isA('function'),
      onCheckpoint: isA('function'),
    },
  );
  if (resumeFrom != null) requireBatchRunCheckpoint(resumeFrom);
  return { ...own, onProgress, onCheckpoint, resumeFrom: resumeFrom ?? undefined, call };
}
