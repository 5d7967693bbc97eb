/**
 * Processes message batches on the world's clock. The entire state is in the store.
 *
 * Rules: BAT-006, BAT-008.
 */
import type {
  MessageBatchIndividualResponse,
  MessageBatchRequest,
  MessageBatchRequestParams,
  MessageBatchResult,
  MessageBatchSucceededResult,
} from '@parlance/schemas';
import type { Schema } from '@parlance/schemas/validation/kit';
import { workspaceViews } from '../organization/workspaces.js';
import { find } from '../records/find.js';
import { recordUsage } from '../usage/usage-ledger.js';
import type { World } from '../world/world.js';
import { cutOff, endOf, getLines, messageBatches, putLines, SLICE, sliceCount } from './batch-records.js';
import type { StoredBatch } from './stored-batch.js';
import { batchResult } from './batch-result.js';

/**
 * Starts to process a batch; or, if it is being processed, adapts to a changed end.
 *
 * @param world - World of the batch.
 * @param id - Id of the batch.
 */
export function processBatch(world: World, id: string): void {
  const running = world.local('batch-runs', () => new Map<string, AbortController>());
  const current = running.get(id);
  if (current !== undefined) {
    current.abort();
    return;
  }
  running.set(id, new AbortController());
  void drive(world, id, running);
}

/**
 * Continues all batches of a world that was restored, forked, or left behind by a process that exited.
 *
 * @param world - World that has just been opened.
 */
export function resumeBatches(world: World): void {
  for (const view of workspaceViews(world))
    for (const { id, record } of view.store.of(messageBatches).entries())
      if (record.ended_at === null) processBatch(view, id);
}

async function drive(world: World, id: string, running: Map<string, AbortController>): Promise<void> {
  try {
    // A batch that is resumed can be the first use of inference, whose schemas are loaded when it is first used.
    const { MessageBatchRequestParamsSchema: schema } =
      await import('@parlance/schemas/validation/inference');
    // One slice at a time, so that the emulator can handle requests in between.
    while (processSlice(world, id, schema)) await new Promise(setImmediate);
    for (let batch = open(world, id); batch !== undefined; batch = open(world, id)) {
      const wait = endOf(batch) - world.clock.now();
      if (wait <= 0) end(world, batch);
      else {
        const changed = new AbortController();
        running.set(id, changed);
        await world.clock.sleep(wait, changed.signal);
      }
    }
  } catch {
    // Only the store can fail. Its next use throws the failure again, in the response to a request.
  } finally {
    running.delete(id);
  }
}

/** Returns a batch that has not ended; undefined if it has, was deleted, or its world was closed. */
function open(world: World, id: string): StoredBatch | undefined {
  if (world.clock.isStopped) return undefined;
  const batch = world.store.of(messageBatches).get(id);
  return batch?.ended_at === null ? batch : undefined;
}

/** Generates the results of the next slice of requests. Returns false when all requests have a result. */
function processSlice(world: World, id: string, schema: Schema<MessageBatchRequestParams>): boolean {
  const batch = open(world, id);
  if (batch === undefined || batch.done >= batch.size) return false;
  const slice = batch.done / SLICE;
  const lines = getLines<MessageBatchRequest>(world, { batchId: id, kind: 'requests', slice }).map(
    (request, at): MessageBatchIndividualResponse => {
      const cut = cutOff(batch, batch.done + at);
      const result = cut === undefined ? batchResult(world, batch, request, schema) : { type: cut };
      return { custom_id: request.custom_id, result };
    },
  );
  putLines(world, { batchId: id, kind: 'results', slice }, lines);
  const counts = countResults(
    batch.counts,
    lines.map(({ result }) => result),
  );
  world.store.of(messageBatches).put(id, { ...batch, done: batch.done + lines.length, counts });
  return true;
}

/** Ends a batch. Results of requests that would have been processed later are replaced. */
function end(world: World, batch: StoredBatch): void {
  const { id, size } = batch;
  let { counts } = batch;
  if (hasCutOff(batch)) {
    counts = { succeeded: 0, errored: 0, canceled: 0, expired: 0 };
    for (let slice = 0; slice < sliceCount(size); slice++) {
      const place = { batchId: id, kind: 'results', slice } as const;
      const lines = getLines<MessageBatchIndividualResponse>(world, place).map((line, at) => {
        const cut = cutOff(batch, slice * SLICE + at);
        return cut === undefined ? line : { ...line, result: { type: cut } };
      });
      putLines(world, place, lines);
      counts = countResults(
        counts,
        lines.map(({ result }) => result as MessageBatchResult),
      );
    }
  }
  recordBatchUsage(world, batch);
  world.store.of(messageBatches).put(id, { ...batch, counts, ended_at: world.clock.iso() });
}

/** Records the usage of the final results: requests that were cut off cost nothing. */
function recordBatchUsage(world: World, { id, size }: StoredBatch): void {
  for (let slice = 0; slice < sliceCount(size); slice++) {
    const place = { batchId: id, kind: 'results', slice } as const;
    for (const { result } of getLines<MessageBatchIndividualResponse>(world, place))
      if (isSucceeded(result)) recordUsage(world, result.message);
  }
}

function isSucceeded(result: MessageBatchResult): result is MessageBatchSucceededResult {
  return result.type === 'succeeded';
}

function hasCutOff(batch: StoredBatch): boolean {
  const last = batch.size - 1;
  return [last, ...Object.keys(batch.waits).map(Number)].some((index) => cutOff(batch, index) !== undefined);
}

type Counts = StoredBatch['counts'];

function countResults(counts: Counts, results: readonly MessageBatchResult[]): Counts {
  const sum = { ...counts };
  for (const { type } of results) sum[type as keyof Counts]++;
  return sum;
}

/**
 * Cancels a batch. One that is being canceled or has ended is returned unchanged.
 *
 * @throws {Refusal} 404 if the batch does not exist.
 */
export function cancelBatch(world: World, id: string): StoredBatch {
  const records = world.store.of(messageBatches);
  const batch = find(records, id, { what: 'message batch' });
  if (batch.ended_at !== null || batch.cancel_initiated_at !== null) return batch;
  const canceled = records.put(id, { ...batch, cancel_initiated_at: world.clock.iso() });
  processBatch(world, id);
  return canceled;
}
