/** Stored message batches. */
import * as z from 'zod';
import type * as types from './stored-batch.js';

const text = z.string();
const time = text.refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time');

/** A stored batch. Its requests and results are contents of the world, in slices. */
export const StoredBatchSchema: z.ZodType<types.StoredBatch> = z.object({
  id: text,
  created_at: time,
  ended_at: time.nullable(),
  cancel_initiated_at: time.nullable(),
  /** Number of requests. */
  size: z.int().min(1),
  /** Number of requests that have a result. The results are not visible before the batch ends. */
  done: z.int().min(0),
  /** Results so far, by type. */
  counts: z.record(z.enum(['succeeded', 'errored', 'canceled', 'expired']), z.int()),
  /** Seconds by which a `/wait` delays a request, by its index. */
  waits: z.record(text, z.int()),
  /** Beta names and version of the request that created the batch. They apply to each message. */
  betas: z.array(text),
  version: text.nullable(),
});
