/** Message batches: many message requests that the service processes within 24 hours, at half the price. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';
import type { Message, MessageCreateParams } from './messages.js';

/** Params of a message in a batch: those of {@link createMessage} without `stream`. */
export interface MessageBatchRequestParams extends Omit<MessageCreateParams, 'stream'> {}

/**
 * A request of a batch.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export interface MessageBatchRequest {
  /** Your id of the request, unique within the batch: 1 to 64 letters, digits, `_` and `-`. Results are matched by it. */
  custom_id: string;
  /** Params of the message. They are checked when the request is processed; an invalid request is `errored`. */
  params: MessageBatchRequestParams;
}

/**
 * Body of {@link createMessageBatch}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export interface MessageBatchCreateParams {
  /** The requests: 1 to 100,000, and at most 256 MB as JSON. */
  requests: MessageBatchRequest[];
}

/** Query of {@link listMessageBatches}. */
export interface MessageBatchListParams extends IdPageParams {}

/** Number of requests of a batch by state. All are `processing` until the whole batch has ended. */
export interface MessageBatchRequestCounts {
  /** Requests without a result. */
  processing: number;
  /** Requests with a message. */
  succeeded: number;
  /** Requests that failed. */
  errored: number;
  /** Requests that were canceled before they were processed. */
  canceled: number;
  /** Requests that were not processed within 24 hours. */
  expired: number;
}

/**
 * A message batch.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export interface MessageBatch {
  /** Identifier, `msgbatch_...`. */
  id: string;
  /** Always `message_batch`. */
  type: 'message_batch';
  /** `in_progress`, then `ended`; `canceling` between the cancellation and the end. */
  processing_status: OpenEnum<'in_progress' | 'canceling' | 'ended'>;
  /** Number of requests by state. */
  request_counts: MessageBatchRequestCounts;
  /** Time of creation (RFC 3339). */
  created_at: string;
  /** Time at which unprocessed requests expire (RFC 3339), 24 hours after the creation. */
  expires_at: string;
  /** Time at which processing ended (RFC 3339); null or absent until then. */
  ended_at?: string | null | undefined;
  /** Time at which the results became unavailable (RFC 3339); null or absent until then. */
  archived_at?: string | null | undefined;
  /** Time at which the cancellation was requested (RFC 3339); null or absent without one. */
  cancel_initiated_at?: string | null | undefined;
  /** Absolute URL of the results; null or absent until the batch has ended, and after its results were removed. */
  results_url?: string | null | undefined;
}

/** Response of {@link deleteMessageBatch}. */
export interface DeletedMessageBatch {
  /** Identifier of the deleted batch. */
  id: string;
  /** Always `message_batch_deleted`. */
  type: 'message_batch_deleted';
}

/** Result of a request that was processed. */
export interface MessageBatchSucceededResult {
  /** Always `succeeded`. */
  type: 'succeeded';
  /** The message. The service tier of its usage is `batch`. */
  message: Message;
}

/** The error of a request, without the body around it. */
export interface MessageBatchErrorDetails {
  /** Type of the error, for example `invalid_request_error`. */
  type: string;
  /** Human-readable message. Its wording may change. */
  message: string;
}

/** The error body with which the request would have been rejected on its own. */
export interface MessageBatchError {
  /** Always `error`. */
  type: 'error';
  /** The error. */
  error: MessageBatchErrorDetails;
  /** Id of the request; null or absent if it has none. */
  request_id?: string | null | undefined;
}

/** Result of a request that failed. It is not billed. */
export interface MessageBatchErroredResult {
  /** Always `errored`. */
  type: 'errored';
  /** The error. */
  error: MessageBatchError;
}

/** Result of a request that was canceled before it was processed. It is not billed. */
export interface MessageBatchCanceledResult {
  /** Always `canceled`. */
  type: 'canceled';
}

/** Result of a request that was not processed within 24 hours. It is not billed. */
export interface MessageBatchExpiredResult {
  /** Always `expired`. */
  type: 'expired';
}

/** Result of a request of a batch. */
export type MessageBatchResult =
  | MessageBatchSucceededResult
  | MessageBatchErroredResult
  | MessageBatchCanceledResult
  | MessageBatchExpiredResult
  | UnknownMember;

/**
 * A line of the results: one request and its result.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export interface MessageBatchIndividualResponse {
  /** Your id of the request. */
  custom_id: string;
  /** Its result. */
  result: MessageBatchResult;
}

const source = 'not-shown > 1.2.9';

/**
 * Creates a batch of up to 100,000 message requests. They are processed within 24 hours.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const createMessageBatch: Operation<{ body: MessageBatchCreateParams; response: MessageBatch }> = {
  id: 'messages.batches.create',
  method: 'POST',
  path: '/v1/messages/batches',
  auth: 'api-key',
  maxBodyBytes: 268_435_456,
  replay: 'create',
  secrets: ['requests.*.params.mcp_servers.*.authorization_token'],
  content: ['requests'],
  source,
  assumed: ['operation'],
};

/**
 * Lists the batches, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const listMessageBatches: Operation<{
  query: MessageBatchListParams;
  response: IdPage<MessageBatch>;
}> = {
  id: 'messages.batches.list',
  method: 'GET',
  path: '/v1/messages/batches',
  auth: 'api-key',
  paging: 'id',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a batch: its status, and once it has ended the URL of its results.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const retrieveMessageBatch: Operation<{ params: 'message_batch_id'; response: MessageBatch }> = {
  id: 'messages.batches.retrieve',
  method: 'GET',
  path: '/v1/messages/batches/{message_batch_id}',
  auth: 'api-key',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Cancels a batch. Requests that have been processed keep their results.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const cancelMessageBatch: Operation<{ params: 'message_batch_id'; response: MessageBatch }> = {
  id: 'messages.batches.cancel',
  method: 'POST',
  path: '/v1/messages/batches/{message_batch_id}/cancel',
  auth: 'api-key',
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Deletes a batch that has ended, with its results.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const deleteMessageBatch: Operation<{ params: 'message_batch_id'; response: DeletedMessageBatch }> = {
  id: 'messages.batches.delete',
  method: 'DELETE',
  path: '/v1/messages/batches/{message_batch_id}',
  auth: 'api-key',
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Downloads the results of a batch that has ended, as JSON lines in any order.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const downloadMessageBatchResults: Operation<{
  params: 'message_batch_id';
  response: MessageBatchIndividualResponse;
}> = {
  id: 'messages.batches.results',
  method: 'GET',
  path: '/v1/messages/batches/{message_batch_id}/results',
  auth: 'api-key',
  download: 'lines',
  replay: 'read',
  content: ['result'],
  source,
  assumed: ['operation'],
};
