/** Schemas of legacy completions. */
import { z } from 'zod';
import {
  named,
  object,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type {
  Completion,
  CompletionCreateParams,
  completionOperations,
  CompletionStreamEvent,
} from './completions.js';
import { RequestMetadataSchema } from './message-options.schema.js';
import { PingEventSchema } from './message-stream.schema.js';
import type { Model } from './models.js';

/** Schema of {@link CompletionCreateParams}. */
export const CompletionCreateParamsSchema: Schema<CompletionCreateParams> = object<CompletionCreateParams>()({
  max_tokens_to_sample: rule('INF-190', z.int().min(1)),
  model: rule('INF-192', named(openEnum<Model>())),
  prompt: rule('INF-193', z.string()),
  metadata: rule('INF-195', RequestMetadataSchema).optional(),
  stop_sequences: rule('INF-197', z.array(z.string())).optional(),
  stream: rule('INF-199', z.boolean()).optional(),
  temperature: rule('INF-200', z.number().min(0).max(1)).optional(),
  top_k: rule({ type: 'INF-202' }, z.int().min(0)).optional(),
  top_p: rule({ type: 'INF-203' }, z.number().min(0).max(1)).optional(),
});

/** Schema of {@link Completion}. */
export const CompletionSchema: Schema<Completion> = openObject<Completion>()({
  id: z.string().min(1),
  type: z.literal('completion'),
  completion: z.string(),
  model: named(openEnum<Model>()),
  stop_reason: openEnum<'stop_sequence' | 'max_tokens'>().nullable(),
});

/** Schemas of the operations on completions, by id. */
export const completionSchemas: SchemasFor<typeof completionOperations> = {
  'completions.create': {
    body: CompletionCreateParamsSchema,
    response: CompletionSchema,
    event: openUnion<CompletionStreamEvent>()('type', {
      completion: CompletionSchema,
      ping: PingEventSchema,
    }),
  },
};
