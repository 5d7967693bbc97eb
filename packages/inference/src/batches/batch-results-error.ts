/** Errors of the results of batches. */
import { ParlanceError } from '@parlance/core-transport';
import type { MessageBatch } from '@parlance/schemas/inference';

/**
 * Why the results of a batch cannot be read: `results_unavailable`, because the batch has not ended, or its results were
 * removed after 29 days; `results_incomplete`, because the service sent fewer results than the batch has requests;
 * `results_changed`, because they differ from those that an earlier process has read; `counts_invalid`, because the number of
 * requests is unknown.
 */
export type BatchResultsErrorCode =
  'results_unavailable' | 'results_incomplete' | 'results_changed' | 'counts_invalid';

/** Thrown when the results of a batch cannot be read. */
export class BatchResultsError extends ParlanceError {
  declare readonly code: BatchResultsErrorCode;
  /** Id of the batch. */
  readonly batchId: string;

  /** Name of the class. */
  override get name(): string {
    return 'BatchResultsError';
  }

  /**
   * @param code - Why the results cannot be read.
   * @param batchId - Id of the batch.
   * @param problem - Describes the results.
   */
  constructor(code: BatchResultsErrorCode, batchId: string, problem: string) {
    super(code, `the results of ${batchId} ${problem}`);
    this.batchId = batchId;
  }
}

/**
 * Returns the number of requests of a batch.
 *
 * @throws {BatchResultsError} When a count is not a whole number from 0: without the number of requests, results could be missing.
 */
export function requestTotal({ id, request_counts }: MessageBatch): number {
  const counts: Readonly<Partial<MessageBatch['request_counts']>> = request_counts ?? {};
  let total = 0;
  for (const name of ['processing', 'succeeded', 'errored', 'canceled', 'expired'] as const) {
    const count = counts[name] ?? Number.NaN;
    if (!Number.isSafeInteger(count) || count < 0)
      throw new BatchResultsError(
        'counts_invalid',
        id,
        `cannot be counted: request_counts.${name} is not a whole number from 0`,
      );
    total += count;
  }
  return total;
}

/**
 * Returns the address of the results of a batch.
 *
 * @throws {BatchResultsError} When it has none.
 */
export function requireResults(batch: MessageBatch): string {
  if (batch.results_url != null) return batch.results_url;
  const problem =
    batch.processing_status === 'ended'
      ? 'are no longer available'
      : `are available once it has ended; it is ${batch.processing_status}`;
  throw new BatchResultsError('results_unavailable', batch.id, problem);
}
