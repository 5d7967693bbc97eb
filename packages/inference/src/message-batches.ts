/** Message batches: create, follow and cancel batches, and read their results. */
import type { ApiPromise, CallOptions, Download } from '@parlance/core-transport';
import { openDownload, openLines } from '@parlance/core-transport/internal';
import {
  createMessageBatch,
  downloadMessageBatchResults,
  type MessageBatch,
  type MessageBatchCreateParams,
  type MessageBatchIndividualResponse,
} from '@parlance/schemas/inference';
import { requestTotal, requireResults } from './batches/batch-results-error.js';
import { readResults } from './batches/read-results.js';
import { MessageBatchesBase } from './message-batches-base.js';
import { withRequiredBetas } from './request-betas.js';
import { waitForBatch, type BatchWaitOptions } from './batches/wait-for-batch.js';

/** Processes many message requests within 24 hours, at half the price. */
export class MessageBatches extends MessageBatchesBase {
  /**
   * Creates a batch of up to 100,000 requests and 256 MB.
   *
   * A create is not retried once it may have reached the service, because a second one would be billed again.
   *
   * @param params - The requests. Each has a `custom_id` that is unique within the batch.
   * @param options - Options for this call.
   * @throws {BadRequestError} When a `custom_id` is invalid or not unique.
   * @throws {RequestTooLargeError} When the batch has more than 256 MB.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.9
   */
  create(params: MessageBatchCreateParams, options?: CallOptions): ApiPromise<MessageBatch> {
    const { requests } = (params ?? {}) as Partial<MessageBatchCreateParams>;
    const each = Array.isArray(requests) ? requests.map((request) => request?.params) : [];
    return this.transport.call(createMessageBatch, { body: params }, withRequiredBetas(each, options));
  }

  /**
   * Downloads the results of a batch that has ended, as JSON lines in any order. They use the service's own names; see the
   * option `naming`.
   *
   * @param batchId - Id of the batch.
   * @param options - Options for both calls: the batch is retrieved first, for the address of its results.
   * @throws {BatchResultsError} When the batch has no results, or they are on another origin than the client's `baseUrl`,
   *   which must not receive the key.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.9
   */
  results(batchId: string, options?: CallOptions): Promise<Download> {
    return openDownload(async () => {
      const url = requireResults(await this.retrieve(batchId, options));
      const params = { message_batch_id: batchId };
      return this.transport.download(downloadMessageBatchResults, { params, url }, options);
    });
  }

  /**
   * Yields the results of a batch that has ended, one by one, in any order. The results are streamed, so memory does not grow
   * with the batch, and a slow loop pauses the connection. When the connection is lost, they are downloaded again, as
   * often as the option `retry` allows without a new result, and each result is still yielded once.
   *
   * @param batchId - Id of the batch.
   * @param options - Options for the calls.
   * @throws {BatchResultsError} When the batch has no results, or some are missing.
   * @remarks Not in the documents; see "What the documents do not show" 1.2.9
   */
  resultsOf(
    batchId: string,
    options?: CallOptions,
  ): AsyncGenerator<MessageBatchIndividualResponse, undefined> {
    return readResults(batchId, async () => {
      const batch = await this.retrieve(batchId, options);
      const input = { params: { message_batch_id: batchId }, url: requireResults(batch) };
      const total = requestTotal(batch);
      return { ...(await openLines(this.transport, downloadMessageBatchResults, input, options)), total };
    });
  }

  /**
   * Waits until a batch has ended.
   *
   * @param batchId - Id of the batch.
   * @param options - Polling interval, progress, and options for each call.
   * @returns The batch, with the number of requests by result.
   * @throws {AbortedError} When the signal is aborted.
   */
  wait(batchId: string, options: BatchWaitOptions = {}): Promise<MessageBatch> {
    return waitForBatch((call) => this.retrieve(batchId, call), options);
  }
}
