/**
 * Results of the requests of a batch.
 *
 * Rules: BAT-012, BAT-014.
 */
import {
  createMessage as createMessageOperation,
  createMessageBatch,
  type MessageBatchRequestParams,
  type MessageBatchResult,
} from '@parlance/schemas';
import type { Schema } from '@parlance/schemas/validation/kit';
import type { AnyCall } from '../engine/call.js';
import { withoutNewerFields } from './newer-fields.js';
import { Refusal, typeOfStatus } from '../engine/refusal.js';
import { errorBody, refusalOf } from '../engine/respond.js';
import { requireValid } from '../engine/validation.js';
import { faultPlanOf } from '../faults/fault-plan.js';
import type { World } from '../world/world.js';
import type { StoredBatch } from './stored-batch.js';
import { createMessage } from './messages.js';

/** A request of a batch, with params that are not validated yet. */
export interface BatchedRequest {
  readonly custom_id: string;
  readonly params: unknown;
}

/**
 * Processes a request of a batch, as if it was sent on its own. A rejection is an `errored` result.
 *
 * @param world - World of the batch.
 * @param batch - The batch.
 * @param request - The request.
 * @param schema - Schema of its params.
 */
export function batchResult(
  world: World,
  batch: StoredBatch,
  { custom_id: customId, params }: BatchedRequest,
  schema: Schema<MessageBatchRequestParams>,
): MessageBatchResult {
  const requestId = world.requestId();
  try {
    injectFault(world, customId, params);
    const body = withoutNewerFields(createMessageOperation, params);
    requireValid(schema, body);
    const call: AnyCall = {
      operation: createMessageOperation,
      params: {},
      query: {},
      body,
      parts: [],
      headers: {},
      version: batch.version,
      betas: batch.betas,
      keyKind: 'api-key',
      world,
      now: world.clock.iso(),
      requestId,
      origin: '',
    };
    // Validated above.
    const { message } = createMessage(call, body as MessageBatchRequestParams);
    return { type: 'succeeded', message: { ...message, usage: { ...message.usage, service_tier: 'batch' } } };
  } catch (error) {
    const { type, error: details } = errorBody(requestId, refusalOf(error)) as {
      readonly type: 'error';
      readonly error: { readonly type: string; readonly message: string };
    };
    return { type: 'errored', error: { type, error: details, request_id: requestId } };
  }
}

/** @throws {Refusal} With the status of the fault that applies to the request. */
function injectFault(world: World, customId: string, params: unknown): void {
  const injection = faultPlanOf(world).inject({
    method: 'POST',
    path: '/v1/messages/batches',
    operation: createMessageBatch,
    customId,
    bodyContains: (text) => JSON.stringify(params).includes(text),
  });
  if (injection === undefined) return;
  const { status = 500, error } = injection.fault;
  const type = error?.type ?? typeOfStatus(status);
  const message = error?.message ?? `Fault: status ${status}.`;
  throw new Refusal({ status, type, message, rule: null });
}
