/** Schemas of message batches. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { constrain, timestamp } from '../kit/limits.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type * as types from './message-batches.js';
import type { messageBatchOperations } from './operations.js';
import { MessageCreateParamsSchema, MessageSchema } from './messages.schema.js';

const { stream: _, ...messageShape } = MessageCreateParamsSchema.shape;

/** Schema of {@link types.MessageBatchRequestParams}. */
export const MessageBatchRequestParamsSchema: ObjectSchema<types.MessageBatchRequestParams> =
  object<types.MessageBatchRequestParams>()(messageShape);

/** Schema of {@link types.MessageBatchRequest}. */
export const MessageBatchRequestSchema: ObjectSchema<types.MessageBatchRequest> =
  object<types.MessageBatchRequest>()({
    custom_id: rule('BAT-003', z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)),
    params: MessageBatchRequestParamsSchema,
  });

/**
 * Adds the limits of a batch to the schema of its requests.
 *
 * @param request - Schema of one request.
 */
export function batchRequests<Request extends { custom_id: string }>(
  request: Schema<Request>,
): Schema<Request[]> {
  const requests = constrain(z.array(request).min(1).max(100_000), (value, report) => {
    const seen = new Set<string>();
    value.forEach(({ custom_id: id }, index) => {
      if (seen.has(id)) report('BAT-004', 'must be unique within the batch', [index, 'custom_id']);
      seen.add(id);
    });
  });
  return rule('BAT-001', requests);
}

/** Schema of {@link types.MessageBatchCreateParams}. */
export const MessageBatchCreateParamsSchema: ObjectSchema<types.MessageBatchCreateParams> =
  object<types.MessageBatchCreateParams>()({ requests: batchRequests(MessageBatchRequestSchema) });

const count = z.int().min(0);

/** Schema of {@link types.MessageBatch}. */
export const MessageBatchSchema: ObjectSchema<types.MessageBatch> = openObject<types.MessageBatch>()({
  id: z.string().startsWith('msgbatch_'),
  type: z.literal('message_batch'),
  processing_status: openEnum<'in_progress' | 'canceling' | 'ended'>(),
  request_counts: openObject<types.MessageBatchRequestCounts>()({
    processing: count,
    succeeded: count,
    errored: count,
    canceled: count,
    expired: count,
  }),
  created_at: timestamp,
  expires_at: timestamp,
  ended_at: timestamp.nullish(),
  archived_at: timestamp.nullish(),
  cancel_initiated_at: timestamp.nullish(),
  results_url: z.url().nullish(),
});

const error: ObjectSchema<types.MessageBatchError> = openObject<types.MessageBatchError>()({
  type: z.literal('error'),
  error: openObject<types.MessageBatchErrorDetails>()({ type: z.string(), message: z.string() }),
  request_id: z.string().nullish(),
});

/** Schema of {@link types.MessageBatchIndividualResponse}. */
export const MessageBatchIndividualResponseSchema: ObjectSchema<types.MessageBatchIndividualResponse> =
  openObject<types.MessageBatchIndividualResponse>()({
    custom_id: z.string(),
    result: openUnion<types.MessageBatchResult>()('type', {
      succeeded: openObject<types.MessageBatchSucceededResult>()({
        type: z.literal('succeeded'),
        message: MessageSchema,
      }),
      errored: openObject<types.MessageBatchErroredResult>()({ type: z.literal('errored'), error }),
      canceled: openObject<types.MessageBatchCanceledResult>()({ type: z.literal('canceled') }),
      expired: openObject<types.MessageBatchExpiredResult>()({ type: z.literal('expired') }),
    }),
  });

const listParams: ObjectSchema<types.MessageBatchListParams> = oneCursor(
  object<types.MessageBatchListParams>()({
    ...idCursorFields,
    limit: rule('BAT-010', pageLimit(1000)).optional(),
  }),
);

/** Schemas of the operations on message batches, by id. */
export const messageBatchSchemas: SchemasFor<typeof messageBatchOperations> = {
  'messages.batches.create': { body: MessageBatchCreateParamsSchema, response: MessageBatchSchema },
  'messages.batches.list': { query: listParams, response: idPage(MessageBatchSchema) },
  'messages.batches.retrieve': { response: MessageBatchSchema },
  'messages.batches.cancel': { response: MessageBatchSchema },
  'messages.batches.delete': {
    response: openObject<types.DeletedMessageBatch>()({
      id: z.string(),
      type: z.literal('message_batch_deleted'),
    }),
  },
  'messages.batches.results': { response: MessageBatchIndividualResponseSchema },
};
