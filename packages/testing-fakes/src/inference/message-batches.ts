/** Handlers for message batches. */
import type { messageBatchOperations, MessageBatchRequest } from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { jsonLines } from '../engine/handler-result.js';
import { conflict, notFound } from '../engine/refusal.js';
import { turnsOf } from '../model/turns.js';
import { find } from '../records/find.js';
import { idPage } from '../records/pages.js';
import {
  dropLines,
  hasResults,
  messageBatches,
  newBatch,
  putLines,
  resultContents,
  shownBatch,
  SLICE,
  sliceCount,
} from './batch-records.js';
import type { StoredBatch } from './stored-batch.js';
import { cancelBatch, processBatch } from './batch-run.js';

/** Handlers for the operations on message batches. */
export const messageBatchHandlers: HandlersFor<typeof messageBatchOperations> = {
  'messages.batches.create': (call) => {
    const { world, betas, version } = call;
    const { requests } = call.body;
    const id = world.id('msgbatch_');
    for (let slice = 0; slice < sliceCount(requests.length); slice++) {
      const lines = requests.slice(slice * SLICE, (slice + 1) * SLICE);
      putLines(world, { batchId: id, kind: 'requests', slice }, lines);
    }
    const batch = newBatch({
      id,
      created_at: call.now,
      size: requests.length,
      waits: waitsOf(requests),
      betas,
      version,
    });
    world.store.of(messageBatches).put(id, batch);
    processBatch(world, id);
    return shownBatch(world, batch, call.origin);
  },
  'messages.batches.list': (call) =>
    idPage(call, {
      from: call.world.store.of(messageBatches),
      show: (batch) => shownBatch(call.world, batch, call.origin),
    }),
  'messages.batches.retrieve': (call) =>
    shownBatch(call.world, batchOf(call, call.params.message_batch_id), call.origin),
  'messages.batches.cancel': (call) =>
    shownBatch(call.world, cancelBatch(call.world, call.params.message_batch_id), call.origin),
  'messages.batches.delete': (call) => {
    const { message_batch_id: id } = call.params;
    const batch = batchOf(call, id);
    if (batch.ended_at === null)
      throw conflict('BAT-011', 'The batch has not ended. Cancel it before deleting it.');
    dropLines(call.world, batch);
    call.world.store.of(messageBatches).delete(id);
    return { id, type: 'message_batch_deleted' };
  },
  'messages.batches.results': (call) => {
    const { message_batch_id: id } = call.params;
    const batch = batchOf(call, id);
    if (!hasResults(call.world, batch)) throw notFound('message batch with results', id, 'BAT-009');
    return jsonLines(resultContents(call.world, batch));
  },
};

function batchOf({ world }: AnyCall, id: string): StoredBatch {
  return find(world.store.of(messageBatches), id, { what: 'message batch' });
}

/** Command at the start of the last user turn: the request takes this many seconds. */
const WAIT = /^\s*\/wait\s+(\d{1,9})\b/;

function waitsOf(requests: readonly MessageBatchRequest[]): Record<string, number> {
  const waits: Record<string, number> = {};
  requests.forEach(({ params }, index) => {
    // Params are validated when the request is processed.
    const { messages } = params as { readonly messages?: unknown };
    if (!Array.isArray(messages) || !JSON.stringify(messages).includes('/wait')) return;
    const turns = messages.filter((turn) => typeof turn === 'object' && turn !== null);
    const seconds = WAIT.exec(turnsOf(turns).findLast(({ role }) => role === 'user')?.text ?? '')?.[1];
    if (seconds !== undefined) waits[index] = Number(seconds);
  });
  return waits;
}
