/** Creates the batches of a run. A batch whose creation was interrupted is found again instead of created twice. */
import { ConnectionError, ServerError, UnexpectedResponseError } from '@parlance/core-transport';
import type { CallOptions } from '@parlance/core-transport';
import type { MessageBatch, MessageBatchRequest } from '@parlance/schemas/inference';
import type { MessageBatches } from '../message-batches.js';
import { requestTotal } from './batch-results-error.js';
import { IdSum, type BatchInRun } from './batch-run-checkpoint.js';
import type { BatchWaitOptions } from './wait-for-batch.js';

/** A batch to create. */
export interface Submission {
  readonly batches: MessageBatches;
  readonly requests: readonly MessageBatchRequest[];
  /** The batch, without an id. */
  readonly planned: BatchInRun;
  /** Ids of the other batches of the run. */
  readonly known: ReadonlySet<string | null>;
  readonly call: CallOptions;
  readonly wait: BatchWaitOptions;
}

/** How often a creation is tried, when its outcome is unknown and no batch of the requests exists. */
const MAX_CREATIONS = 3;

/**
 * Creates a batch and returns its id.
 *
 * @throws {ApiError} When the service rejects the batch.
 */
export async function submitBatch(submission: Submission): Promise<string> {
  const { batches, requests, call } = submission;
  for (let creation = 1; ; creation++) {
    try {
      return (await batches.create({ requests: [...requests] }, call)).id;
    } catch (error) {
      if (!isUncertain(error)) throw error;
      const id = await findBatch(submission);
      if (id !== undefined) return id;
      if (creation === MAX_CREATIONS) throw error;
    }
  }
}

/** Whether the batch may have been created although the call failed. */
function isUncertain(error: unknown): boolean {
  if (ConnectionError.is(error)) return error.sent;
  return ServerError.is(error) || UnexpectedResponseError.is(error);
}

/**
 * Finds the batch of an interrupted creation, which is newer than the previous batch and has the same requests. Only its
 * results name its requests, so a batch that could be the one is awaited.
 *
 * @returns Its id; undefined if it was not created.
 */
export async function findBatch(submission: Submission): Promise<string | undefined> {
  const { batches, planned, known, call } = submission;
  const candidates: string[] = [];
  for await (const batch of batches.list({ limit: 100 }, call)) {
    if (isBefore(batch, planned.previous)) break;
    if (!known.has(batch.id) && requestTotal(batch) === planned.requests.count) candidates.unshift(batch.id);
  }
  for (const id of candidates) if (await hasRequests(submission, id)) return id;
  return undefined;
}

function isBefore(batch: MessageBatch, previous: BatchInRun['previous']): boolean {
  if (previous === null) return false;
  return batch.id === previous.id || Date.parse(batch.created_at) < Date.parse(previous.created_at);
}

async function hasRequests({ batches, planned, call, wait }: Submission, id: string): Promise<boolean> {
  const batch = await batches.wait(id, wait);
  // The results were removed, so they have to be generated again in any case.
  if (batch.results_url == null) return false;
  const sum = new IdSum();
  for await (const { custom_id } of batches.resultsOf(id, call)) sum.add(custom_id);
  return sum.equals(planned.requests);
}
