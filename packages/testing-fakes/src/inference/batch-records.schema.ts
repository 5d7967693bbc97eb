/** Schema of stored batches. */
import * as z from 'zod';
import type { StoredBatch } from './batch-records.js';

const text = z.string();
const time = text.refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time');
/** Schema of a {@link StoredBatch}. */
export const StoredBatchSchema: z.ZodType = z.looseObject({
  id: text,
  created_at: time,
  ended_at: time.nullable(),
  cancel_initiated_at: time.nullable(),
  size: z.int().min(1),
  done: z.int().min(0),
  counts: z.record(z.enum(['succeeded', 'errored', 'canceled', 'expired']), z.int()),
  waits: z.record(text, z.int()),
  betas: z.array(text),
  version: text.nullable(),
} satisfies { readonly [Key in keyof StoredBatch]-?: z.ZodType });
