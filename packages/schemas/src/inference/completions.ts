/** Legacy text completions. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { RequestMetadata } from './message-options.js';
import type { PingEvent } from './message-stream.js';
import type { Model } from './models.js';

/**
 * Body of {@link createCompletion}.
 *
 * @source inference > Create completion (legacy): `POST /v1/complete`
 */
export interface CompletionCreateParams {
  /** Maximum number of tokens to generate, at least 1. The model may stop earlier. */
  max_tokens_to_sample: number;
  /** Model to complete the prompt with. */
  model: Model;
  /**
   * Alternating `Human:` and `Assistant:` turns, each preceded by two line breaks, starting with `Human:` and ending
   * with `Assistant:`.
   */
  prompt: string;
  /** Metadata about the request, not visible to the model. */
  metadata?: RequestMetadata | undefined;
  /** Additional strings that stop the completion. It always stops at a `Human:` turn. */
  stop_sequences?: string[] | undefined;
  /** Whether to stream the completion as server-sent events. */
  stream?: boolean | undefined;
  /** Randomness, 0 to 1. Default 1. Not fully deterministic even at 0. */
  temperature?: number | undefined;
  /** Samples only from the top K options per token. For advanced use. */
  top_k?: number | undefined;
  /** Nucleus sampling cutoff on cumulative probability, 0 to 1. For advanced use. */
  top_p?: number | undefined;
}

/**
 * A completion.
 *
 * @source inference > Completion (legacy)
 */
export interface Completion {
  /** Unique identifier. Its format and length may change. */
  id: string;
  /** Always `completion`. */
  type: 'completion';
  /** Generated text, without the stop sequence. In a stream, only the new text. */
  completion: string;
  /** Model that handled the prompt. */
  model: Model;
  /**
   * Why the completion ended: a stop sequence, built-in or custom, or the token limit. Null or absent in a stream
   * until the end.
   */
  stop_reason?: OpenEnum<'stop_sequence' | 'max_tokens'> | null | undefined;
}

/**
 * An event of a completion stream.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.7
 */
export type CompletionStreamEvent = Completion | PingEvent | UnknownMember;

/**
 * Completes a prompt.
 *
 * @deprecated Newer models and features are not available. Use {@link createMessage}.
 */
export const createCompletion: Operation<{
  body: CompletionCreateParams;
  response: Completion;
  event: CompletionStreamEvent;
}> = {
  id: 'completions.create',
  method: 'POST',
  path: '/v1/complete',
  auth: 'api-key',
  stream: 'completion',
  replay: 'generate',
  content: ['prompt', 'completion'],
  source: 'inference > Create completion (legacy): `POST /v1/complete`',
  assumed: ['event'],
};
