/** Options of runs of batches, and their checks. */
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
import type { MessageBatch } from '@parlance/schemas/inference';
import { requireBatchRunCheckpoint, type BatchRunCheckpoint } from './batch-run-checkpoint.js';
import type { BatchLimits } from './request-reader.js';

/** Progress of a run. */
export interface BatchRunProgress {
  /** The batch whose results are next, as just retrieved. */
  readonly batch: MessageBatch;
  /** Number of requests in batches so far. */
  readonly submitted: number;
  /** Number of batches whose results have not all been yielded. */
  readonly batches: number;
}

/** Options for `runBatch`. */
export interface BatchRunOptions extends CallOptions {
  /** Maximum number of requests per batch, 1 to 100,000. Default 100,000. */
  readonly maxRequests?: number | undefined;
  /**
   * Maximum size of a batch, in bytes of JSON, up to 268,435,456. Memory is proportional to it and, with retries, to the number
   * of open batches. Default 33,554,432 (32 MB).
   */
  readonly maxBytes?: number | undefined;
  /** Maximum number of batches that are processed at the same time, 1 to 10. Default 4. */
  readonly maxBatches?: number | undefined;
  /**
   * How often a request that expired, or that failed with an error of the service (`api_error`, `overloaded_error`,
   * `rate_limit_error` or `timeout_error`), is sent again in another batch, 0 to 10. Only its last result is yielded. Default 2.
   * Unless it is 0, the requests of open batches are kept in memory.
   */
  readonly maxRetries?: number | undefined;
  /** Time between two requests for the status of a batch, in milliseconds. By default it grows from a second to a minute. */
  readonly pollIntervalMs?: number | undefined;
  /** Called after each request for the status of a batch. */
  readonly onProgress?: ((progress: BatchRunProgress) => void) | undefined;
  /**
   * Called with a checkpoint before and after each batch is created, while its results are yielded, and at their end. The run
   * continues once it has resolved. A result counts as processed when the next one is requested. Pass the last checkpoint
   * as `resumeFrom` in another process.
   */
  readonly onCheckpoint?: ((checkpoint: BatchRunCheckpoint) => void | Promise<void>) | undefined;
  /** Number of results between two checkpoints. Default 1,000. */
  readonly checkpointEvery?: number | undefined;
  /** Checkpoint of an earlier run with the same requests in the same order. Results before it are not yielded again. */
  readonly resumeFrom?: BatchRunCheckpoint | null | undefined;
}

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
