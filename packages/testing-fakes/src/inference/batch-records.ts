/**
 * Stored message batches, and the times at which their requests are processed.
 *
 * Rules: BAT-005, BAT-007, BAT-013.
 */
import type { MessageBatch } from '@parlance/schemas';
import { memoryContent, readContent, type Content } from '../world/content.js';
import { workspaceCollection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import type { StoredBatch } from './stored-batch.js';

/** Message batches. */
export const messageBatches: CollectionName<StoredBatch> = workspaceCollection('message_batches');

/** Number of lines of a slice. */
export const SLICE = 500;

const HOUR_MS = 3_600_000;
const EXPIRES_MS = 24 * HOUR_MS;
const RESULTS_KEPT_MS = 29 * 24 * HOUR_MS;
/** World time that a batch takes at least, and that a cancellation takes. */
const LATENCY_MS = 1000;
/** Requests processed per millisecond of world time. */
const REQUESTS_PER_MS = 10;

const START: StoredBatch['counts'] = { succeeded: 0, errored: 0, canceled: 0, expired: 0 };

/** Returns the fields of a batch that has just been created. */
export function newBatch(
  fields: Pick<StoredBatch, 'id' | 'created_at' | 'size' | 'waits' | 'betas' | 'version'>,
): StoredBatch {
  return { ...fields, ended_at: null, cancel_initiated_at: null, done: 0, counts: START };
}

/**
 * Returns a batch as the service shows it.
 *
 * @param world - World of the batch.
 * @param batch - The stored batch.
 * @param origin - Scheme, host and port that the client uses.
 */
export function shownBatch(world: World, batch: StoredBatch, origin: string): MessageBatch {
  const { id, size, counts, ended_at, cancel_initiated_at } = batch;
  const hasEnded = ended_at !== null;
  const archivedAt = hasEnded && !hasResults(world, batch) ? after(batch, RESULTS_KEPT_MS) : null;
  return {
    id,
    type: 'message_batch',
    processing_status: hasEnded ? 'ended' : cancel_initiated_at === null ? 'in_progress' : 'canceling',
    request_counts: hasEnded ? { processing: 0, ...counts } : { processing: size, ...START },
    created_at: batch.created_at,
    expires_at: after(batch, EXPIRES_MS),
    ended_at,
    archived_at: archivedAt,
    cancel_initiated_at,
    results_url: hasEnded && archivedAt === null ? `${origin}/v1/messages/batches/${id}/results` : null,
  };
}

/** Whether the batch has ended and its results have not been removed yet. */
export function hasResults(world: World, batch: StoredBatch): boolean {
  return batch.ended_at !== null && world.clock.now() < createdAt(batch) + RESULTS_KEPT_MS;
}

/** Returns the time at which a batch ends, in milliseconds since 1970. */
export function endOf(batch: StoredBatch): number {
  let last = finishOf(batch, batch.size - 1);
  for (const index of Object.keys(batch.waits)) last = Math.max(last, finishOf(batch, Number(index)));
  return Math.min(last, createdAt(batch) + EXPIRES_MS, canceledAt(batch) + LATENCY_MS);
}

/** Returns why a request is not processed before the batch ends; undefined if it is. */
export function cutOff(batch: StoredBatch, index: number): 'canceled' | 'expired' | undefined {
  const finish = finishOf(batch, index);
  if (finish > canceledAt(batch)) return 'canceled';
  return finish > createdAt(batch) + EXPIRES_MS ? 'expired' : undefined;
}

function finishOf(batch: StoredBatch, index: number): number {
  const queued = LATENCY_MS + Math.floor(index / REQUESTS_PER_MS);
  return createdAt(batch) + queued + (batch.waits[index] ?? 0) * 1000;
}

function createdAt(batch: StoredBatch): number {
  return Date.parse(batch.created_at);
}

function canceledAt(batch: StoredBatch): number {
  return batch.cancel_initiated_at === null ? Infinity : Date.parse(batch.cancel_initiated_at);
}

function after(batch: StoredBatch, ms: number): string {
  return new Date(createdAt(batch) + ms).toISOString();
}

/** Identifies a slice of the requests or results of a batch. */
export interface SlicePlace {
  readonly batchId: string;
  readonly kind: 'requests' | 'results';
  readonly slice: number;
}

/** Stores a slice of the requests or results of a batch. */
export function putLines(world: World, place: SlicePlace, lines: readonly unknown[]): void {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  world.store.contents.put(contentId(place), memoryContent([Buffer.from(text)]));
}

/** Reads a slice of the requests or results of a batch; empty if it does not exist. */
export function getLines<Line>(world: World, place: SlicePlace): Line[] {
  const text = readContent(world.store.contents.get(contentId(place))).toString();
  // Only `putLines` writes these contents.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

/** Returns the contents with all results of a batch, in order. */
export function resultContents(world: World, { id, size }: StoredBatch): Content[] {
  return Array.from({ length: sliceCount(size) }, (_, slice) =>
    world.store.contents.get(contentId({ batchId: id, kind: 'results', slice })),
  ).filter((content) => content !== undefined);
}

/** Removes all requests and results of a batch. */
export function dropLines(world: World, { id, size }: StoredBatch): void {
  for (let slice = 0; slice < sliceCount(size); slice++)
    for (const kind of ['requests', 'results'] as const)
      world.store.contents.delete(contentId({ batchId: id, kind, slice }));
}

/** Returns the number of slices of a batch. */
export function sliceCount(size: number): number {
  return Math.ceil(size / SLICE);
}

function contentId({ batchId, kind, slice }: SlicePlace): string {
  return `${batchId}/${kind}/${slice}`;
}
