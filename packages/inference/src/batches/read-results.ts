/** Reads the results of a batch line by line. */
import { ConnectionError, UnexpectedResponseError } from '@parlance/core-transport';
import type { OpenLines } from '@parlance/core-transport/internal';
import type { MessageBatchIndividualResponse } from '@parlance/schemas/inference';
import { BatchResultsError } from './batch-results-error.js';

/** The results of a batch, opened once. */
export interface OpenResults extends OpenLines<MessageBatchIndividualResponse> {
  /** Number of requests of the batch. */
  readonly total: number;
}

/**
 * Yields every result of a batch once. When the connection is lost, the results are opened again, and those that were
 * yielded are skipped. A result that is new starts the count of retries again.
 *
 * @param batchId - Id of the batch.
 * @param open - Opens the results from the start.
 * @throws {BatchResultsError} When results are missing, even after opening them again.
 */
export async function* readResults(
  batchId: string,
  open: () => Promise<OpenResults>,
): AsyncGenerator<MessageBatchIndividualResponse, undefined> {
  // Ids instead of a count, because the order of the results is not specified. A batch has at most 100,000.
  const seen = new Set<string>();
  for (let retries = 0; ; retries += 1) {
    const { total, lines, waitToReopen } = await open();
    let failure: Error;
    try {
      for await (const line of unseen(lines, seen, total)) {
        retries = 0;
        yield line;
      }
      if (seen.size >= total) return;
      const problem = `are incomplete: ${seen.size} of ${total}`;
      failure = new BatchResultsError('results_incomplete', batchId, problem);
    } catch (error) {
      if (!isCut(error)) throw error;
      failure = error;
    }
    await waitToReopen(failure, retries);
  }
}

/** Yields new results. More lines than the total cannot be results, and might never end. */
async function* unseen(
  lines: AsyncIterable<MessageBatchIndividualResponse>,
  seen: Set<string>,
  total: number,
): AsyncGenerator<MessageBatchIndividualResponse, undefined> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (!seen.has(line.custom_id)) {
      seen.add(line.custom_id);
      yield line;
    }
    if (seen.size >= total || count >= total) return;
  }
}

/** A connection that was lost, or whose last line is incomplete. */
function isCut(error: unknown): error is ConnectionError | UnexpectedResponseError {
  return ConnectionError.is(error) || (UnexpectedResponseError.is(error) && error.code === 'invalid_json');
}
