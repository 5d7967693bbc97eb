/**
 * Message batches: many message requests that the service processes within 24 hours, at half the price.
 */
import * as z from 'zod';
import { operationsOf, type OperationContract } from '../kit/contract.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
} from '../kit/schema.js';
import { batchRequests } from './batch-requests.schema.js';
import type * as types from './message-batches.js';
import { MessageCreateParams } from './messages.contract.js';
import { Message, messageReads } from './replies.contract.js';

const { stream: _, ...messageShape } = MessageCreateParams.shape;

/** Params of a message in a batch: those of `messages.create` without `stream`. */
export const MessageBatchRequestParams: ObjectSchema<types.MessageBatchRequestParams> = object(
  "Omit<MessageCreateParams, 'stream'>",
  messageShape,
);

/**
 * A request of a batch.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const MessageBatchRequest: ObjectSchema<types.MessageBatchRequest> = object({
  /**
   * Your id of the request, unique within the batch: 1 to 64 letters, digits, `_` and `-`. Results are matched by it.
   */
  custom_id: rule('BAT-003', z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)),
  /**
   * Params of the message. They are checked when the request is processed; an invalid request is `errored`.
   */
  params: MessageBatchRequestParams,
});

/**
 * Body of {@link createMessageBatch}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const MessageBatchCreateParams: ObjectSchema<types.MessageBatchCreateParams> = object({
  /** The requests: 1 to 100,000, and at most 256 MB as JSON. */
  requests: batchRequests(MessageBatchRequest),
});

const count = z.int().min(0);

/** Number of requests of a batch by state. All are `processing` until the whole batch has ended. */
export const MessageBatchRequestCounts: ObjectSchema<types.MessageBatchRequestCounts> = openObject({
  /** Requests without a result. */
  processing: count,
  /** Requests with a message. */
  succeeded: count,
  /** Requests that failed. */
  errored: count,
  /** Requests that were canceled before they were processed. */
  canceled: count,
  /** Requests that were not processed within 24 hours. */
  expired: count,
});

/**
 * A message batch.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const MessageBatch: ObjectSchema<types.MessageBatch> = openObject({
  /** Identifier, `msgbatch_...`. */
  id: z.string().startsWith('msgbatch_'),
  type: z.literal('message_batch'),
  /** `in_progress`, then `ended`; `canceling` between the cancellation and the end. */
  processing_status: openEnum(['in_progress', 'canceling', 'ended']),
  /** Number of requests by state. */
  request_counts: MessageBatchRequestCounts,
  /** Time of creation (RFC 3339). */
  created_at: timestamp,
  /** Time at which unprocessed requests expire (RFC 3339), 24 hours after the creation. */
  expires_at: timestamp,
  /** Time at which processing ended (RFC 3339); null or absent until then. */
  ended_at: timestamp.nullish(),
  /** Time at which the results became unavailable (RFC 3339); null or absent until then. */
  archived_at: timestamp.nullish(),
  /** Time at which the cancellation was requested (RFC 3339); null or absent without one. */
  cancel_initiated_at: timestamp.nullish(),
  /**
   * Absolute URL of the results; null or absent until the batch has ended, and after its results were removed.
   */
  results_url: z.url().nullish(),
});

/** The error of a request, without the body around it. */
export const MessageBatchErrorDetails: ObjectSchema<types.MessageBatchErrorDetails> = openObject({
  /** Type of the error, for example `invalid_request_error`. */
  type: z.string(),
  /** Human-readable message. Its wording may change. */
  message: z.string(),
});

/** The error body with which the request would have been rejected on its own. */
export const MessageBatchError: ObjectSchema<types.MessageBatchError> = openObject({
  type: z.literal('error'),
  /** The error. */
  error: MessageBatchErrorDetails,
  /** Id of the request; null or absent if it has none. */
  request_id: z.string().nullish(),
});

/** Result of a request that was processed. */
export const MessageBatchSucceededResult: ObjectSchema<types.MessageBatchSucceededResult> = openObject({
  type: z.literal('succeeded'),
  /** The message. The service tier of its usage is `batch`. */
  message: Message,
});

/** Result of a request that failed. It is not billed. */
export const MessageBatchErroredResult: ObjectSchema<types.MessageBatchErroredResult> = openObject({
  type: z.literal('errored'),
  /** The error. */
  error: MessageBatchError,
});

/** Result of a request that was canceled before it was processed. It is not billed. */
export const MessageBatchCanceledResult: ObjectSchema<types.MessageBatchCanceledResult> = openObject({
  type: z.literal('canceled'),
});

/** Result of a request that was not processed within 24 hours. It is not billed. */
export const MessageBatchExpiredResult: ObjectSchema<types.MessageBatchExpiredResult> = openObject({
  type: z.literal('expired'),
});

/** Result of a request of a batch. */
export const MessageBatchResult: Schema<types.MessageBatchResult> = openUnion('type', [
  MessageBatchSucceededResult,
  MessageBatchErroredResult,
  MessageBatchCanceledResult,
  MessageBatchExpiredResult,
]);

/**
 * A line of the results: one request and its result.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.9
 */
export const MessageBatchIndividualResponse: ObjectSchema<types.MessageBatchIndividualResponse> = openObject({
  /** Your id of the request. */
  custom_id: z.string(),
  /** Its result. */
  result: MessageBatchResult,
});

/** Query of {@link listMessageBatches}. */
export const MessageBatchListParams: ObjectSchema<types.MessageBatchListParams> = oneCursor(
  object('IdPageParams', {
    ...idCursorFields,
    limit: rule('BAT-010', pageLimit(1000)).optional(),
  }),
);

/** Response of {@link deleteMessageBatch}. */
export const DeletedMessageBatch: ObjectSchema<types.DeletedMessageBatch> = openObject({
  /** Identifier of the deleted batch. */
  id: z.string(),
  type: z.literal('message_batch_deleted'),
});

const operation = operationsOf({
  client: 'MessageBatches',
  isExtended: true,
  auth: 'api-key',
  source: 'not-shown > 1.2.9',
  assumed: ['operation'],
});

/** Creates a batch of up to 100,000 message requests. They are processed within 24 hours. */
export const createMessageBatch: OperationContract = operation({
  id: 'messages.batches.create',
  isHandWritten: true,
  route: 'POST /v1/messages/batches',
  maxBodyBytes: 268_435_456,
  replay: 'create',
  secrets: ['requests.*.params.mcp_servers.*.authorization_token'],
  content: ['requests'],
  reads: { id: '' },
  schemas: { body: MessageBatchCreateParams, response: MessageBatch },
});

/** Lists the batches, newest first. */
export const listMessageBatches: OperationContract = operation({
  id: 'messages.batches.list',
  route: 'GET /v1/messages/batches',
  paging: 'id',
  schemas: { query: MessageBatchListParams, response: idPage(MessageBatch) },
});

/**
 * Retrieves a batch: its status, and once it has ended, how many requests had which result, and the URL of the results.
 */
export const retrieveMessageBatch: OperationContract = operation({
  id: 'messages.batches.retrieve',
  route: 'GET /v1/messages/batches/{message_batch_id}',
  reads: { id: '' },
  schemas: { response: MessageBatch },
});

/** Cancels a batch. Requests that have been processed keep their results; the others are `canceled`. */
export const cancelMessageBatch: OperationContract = operation({
  id: 'messages.batches.cancel',
  route: 'POST /v1/messages/batches/{message_batch_id}/cancel',
  replay: 'idempotent',
  reads: { id: '' },
  schemas: { response: MessageBatch },
});

/**
 * Deletes a batch and its results. Cancel a batch that has not ended first.
 *
 * @throws `ConflictError` When the batch has not ended.
 */
export const deleteMessageBatch: OperationContract = operation({
  id: 'messages.batches.delete',
  route: 'DELETE /v1/messages/batches/{message_batch_id}',
  schemas: { response: DeletedMessageBatch },
});

/** Downloads the results of a batch that has ended, as JSON lines in any order. */
export const downloadMessageBatchResults: OperationContract = operation({
  id: 'messages.batches.results',
  isHandWritten: true,
  route: 'GET /v1/messages/batches/{message_batch_id}/results',
  download: 'lines',
  content: ['result'],
  reads: { custom_id: '', result: { type: '', '=': { succeeded: { message: messageReads } } } },
  schemas: { response: MessageBatchIndividualResponse },
});
