/** Legacy text completions. */
import * as z from 'zod';
import { operationsOf, type OperationContract } from '../kit/contract.js';
import { constrain } from '../kit/limits.schema.js';
import {
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
} from '../kit/schema.js';
import type * as types from './completions.js';
import { RequestMetadata } from './message-options.contract.js';
import { PingEvent } from './message-stream.contract.js';
import { Model } from './models.contract.js';

const prompt = constrain(z.string(), (text, report) => {
  const flaw = flawOf(text);
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

/**
 * Body of {@link createCompletion}.
 *
 * @source inference > Create completion (legacy): `POST /v1/complete`
 */
export const CompletionCreateParams: ObjectSchema<types.CompletionCreateParams> = object({
  /** Maximum number of tokens to generate, at least 1. The model may stop earlier. */
  max_tokens_to_sample: rule('INF-190', z.int().min(1)),
  /** Model to complete the prompt with. */
  model: rule('INF-192', named(Model)),
  /**
   * Alternating `Human:` and `Assistant:` turns, each preceded by two line breaks, starting with `Human:` and ending
   * with `Assistant:`.
   */
  prompt: rule({ missing: 'INF-193', type: 'INF-193', value: 'INF-194' }, prompt),
  /** Metadata about the request, not visible to the model. */
  metadata: rule('INF-195', RequestMetadata).optional(),
  /** Additional strings that stop the completion. It always stops at a `Human:` turn. */
  stop_sequences: rule('INF-197', z.array(z.string())).optional(),
  /** Whether to stream the completion as server-sent events. */
  stream: rule('INF-199', z.boolean()).optional(),
  /** Randomness, 0 to 1. Default 1. Not fully deterministic even at 0. */
  temperature: rule('INF-200', z.number().min(0).max(1)).optional(),
  /** Samples only from the top K options per token. For advanced use. */
  top_k: rule({ type: 'INF-202' }, z.int().min(0)).optional(),
  /** Nucleus sampling cutoff on cumulative probability, 0 to 1. For advanced use. */
  top_p: rule({ type: 'INF-203' }, z.number().min(0).max(1)).optional(),
});

/**
 * A completion.
 *
 * @source inference > Completion (legacy)
 */
export const Completion: ObjectSchema<types.Completion> = openObject({
  /** Unique identifier. Its format and length may change. */
  id: z.string().min(1),
  type: z.literal('completion'),
  /** Generated text, without the stop sequence. In a stream, only the new text. */
  completion: z.string(),
  /** Model that handled the prompt. */
  model: named(Model),
  /**
   * Why the completion ended: a stop sequence, built-in or custom, or the token limit. Null or absent in a stream
   * until the end.
   */
  stop_reason: openEnum(['stop_sequence', 'max_tokens']).nullish(),
});

/**
 * An event of a completion stream.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.7
 */
export const CompletionStreamEvent: Schema<types.CompletionStreamEvent> = openUnion('type', [
  Completion,
  PingEvent,
]);

const operation = operationsOf({
  auth: 'api-key',
  source: 'inference > Create completion (legacy): `POST /v1/complete`',
});

/**
 * Completes a prompt.
 *
 * @deprecated Newer models and features are not available. Use {@link createMessage}.
 */
export const createCompletion: OperationContract = operation({
  id: 'completions.create',
  route: 'POST /v1/complete',
  stream: 'completion',
  replay: 'generate',
  content: ['prompt', 'completion'],
  assumed: ['event'],
  schemas: { body: CompletionCreateParams, response: Completion, event: CompletionStreamEvent },
});
