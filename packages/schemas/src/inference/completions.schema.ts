/** Schemas of legacy completions. */
import * as z from 'zod';
import { constrain } from '../kit/limits.schema.js';
import {
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type SchemasFor,
} from '../kit/schema.js';
import type * as types from './completions.js';
import { RequestMetadataSchema } from './message-options.schema.js';
import { PingEventSchema } from './message-stream.schema.js';
import type { Model } from './models.js';
import type { completionOperations } from './operations.js';

const promptSchema = constrain(z.string(), (prompt, report) => {
  const flaw = flawOf(prompt);
  if (flaw !== undefined) report(undefined, flaw);
});

/** Returns the problem with the turns of a prompt, or undefined if they are valid. */
function flawOf(prompt: string): string | undefined {
  const [before, ...parts] = prompt.split(/\n\n(Human|Assistant):/);
  // Every other part is the name of a speaker.
  const speakers = parts.filter((_, index) => index % 2 === 0);
  if (before !== '' || speakers[0] !== 'Human') return 'must start with "\\n\\nHuman:"';
  if (speakers.some((speaker, index) => speaker !== (index % 2 === 0 ? 'Human' : 'Assistant')))
    return 'must alternate between "\\n\\nHuman:" and "\\n\\nAssistant:" turns';
  return speakers.length % 2 === 0 ? undefined : 'must end with an "\\n\\nAssistant:" turn';
}

/** Schema of {@link types.CompletionCreateParams}. */
export const CompletionCreateParamsSchema: ObjectSchema<types.CompletionCreateParams> =
  object<types.CompletionCreateParams>()({
    max_tokens_to_sample: rule('INF-190', z.int().min(1)),
    model: rule('INF-192', named(openEnum<Model>())),
    prompt: rule({ missing: 'INF-193', type: 'INF-193', value: 'INF-194' }, promptSchema),
    metadata: rule('INF-195', RequestMetadataSchema).optional(),
    stop_sequences: rule('INF-197', z.array(z.string())).optional(),
    stream: rule('INF-199', z.boolean()).optional(),
    temperature: rule('INF-200', z.number().min(0).max(1)).optional(),
    top_k: rule({ type: 'INF-202' }, z.int().min(0)).optional(),
    top_p: rule({ type: 'INF-203' }, z.number().min(0).max(1)).optional(),
  });

/** Schema of {@link types.Completion}. */
export const CompletionSchema: ObjectSchema<types.Completion> = openObject<types.Completion>()({
  id: z.string().min(1),
  type: z.literal('completion'),
  completion: z.string(),
  model: named(openEnum<Model>()),
  stop_reason: openEnum<'stop_sequence' | 'max_tokens'>().nullish(),
});

/** Schemas of the operations on completions, by id. */
export const completionSchemas: SchemasFor<typeof completionOperations> = {
  'completions.create': {
    body: CompletionCreateParamsSchema,
    response: CompletionSchema,
    event: openUnion<types.CompletionStreamEvent>()('type', {
      completion: CompletionSchema,
      ping: PingEventSchema,
    }),
  },
};
