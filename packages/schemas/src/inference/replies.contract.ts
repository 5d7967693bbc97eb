/** Replies of the model. */
import * as z from 'zod';
import { typed } from '../kit/contract.js';
import { constrain, timestamp } from '../kit/limits.schema.js';
import { named, type ObjectSchema, openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
import type { JsonShape } from '../kit/operation.js';
import { ContentBlock } from './content-blocks.contract.js';
import { Model } from './models.contract.js';
import type * as types from './replies.js';
import { Usage } from './usage.contract.js';

/** A skill that is loaded into the container. */
export const ContainerSkill: ObjectSchema<types.ContainerSkill> = openObject({
  /** Id of the skill. */
  skill_id: z.string(),
  /** `vendor` for skills of the vendor, `custom` for your own. */
  type: named(openEnum(['vendor', 'custom'])),
  /** Loaded version. */
  version: z.string().optional(),
});

/** The container in which the model ran code. */
export const Container: ObjectSchema<types.Container> = openObject({
  /** Id, to pass as `container` in a later request. */
  id: z.string(),
  /** Time at which it expires (RFC 3339). Each use extends it. */
  expires_at: timestamp,
  /** Loaded skills; null if none were loaded. */
  skills: z.array(ContainerSkill).nullish(),
});

/** Why the model stopped. */
export const StopReason: Schema<types.StopReason> = openEnum([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'compaction',
  'model_context_window_exceeded',
]);

/** Details of a refusal. */
export const RefusalStopDetails: ObjectSchema<types.RefusalStopDetails> = openObject({
  type: z.literal('refusal'),
  /** Category of the violation; null or absent if it does not match one. */
  category: openEnum(['cyber', 'bio']).nullish(),
  /** Human-readable explanation; null or absent if there is none. Its wording may change. */
  explanation: z.string().nullish(),
});

/** An edit that the service made to the conversation. */
export const ClearedToolUses: ObjectSchema<types.ClearedToolUses> = openObject({
  type: z.literal('clear_tool_uses_20250919'),
  /** Input tokens cleared. */
  cleared_input_tokens: z.number(),
  /** Tool uses cleared. */
  cleared_tool_uses: z.number(),
});

/** Thinking that was cleared from the conversation. */
export const ClearedThinking: ObjectSchema<types.ClearedThinking> = openObject({
  type: z.literal('clear_thinking_20251015'),
  /** Input tokens cleared. */
  cleared_input_tokens: z.number(),
  /** Turns cleared. */
  cleared_thinking_turns: z.number(),
});

/** Edits made to the conversation. Beta. */
export const ContextManagementResult: ObjectSchema<types.ContextManagementResult> = openObject({
  /** The edits, in order. */
  applied_edits: z.array(openUnion('type', [ClearedToolUses, ClearedThinking])),
});

/** Why the prompt cache was missed. */
export const CacheMissReason: ObjectSchema<types.CacheMissReason> = openObject({
  /** What differed, or why the reason is unknown. */
  type: openEnum([
    'model_changed',
    'system_changed',
    'tools_changed',
    'messages_changed',
    'previous_message_not_found',
    'unavailable',
  ]),
  /** Input tokens that missed the cache. */
  cache_missed_input_tokens: z.number().optional(),
});

/** Diagnostics of a reply. Beta. */
export const Diagnostics: ObjectSchema<types.Diagnostics> = openObject({
  /** Why the prompt cache was missed; null or absent when it was not. */
  cache_miss_reason: CacheMissReason.nullish(),
});

/**
 * A reply of the model.
 *
 * @source inference > Message (response of message generation)
 */
export const Message: ObjectSchema<types.Message> = openObject({
  /** Unique identifier. Its format and length may change. */
  id: z.string().min(1),
  type: z.literal('message'),
  role: z.literal('assistant'),
  /** Content blocks of the reply. */
  content: z.array(ContentBlock),
  /** Model that generated the reply. */
  model: named(Model),
  /** Container that was used; null or absent when none was used. */
  container: Container.nullish(),
  /** Details of a refusal; null or absent when the model did not refuse. */
  stop_details: RefusalStopDetails.nullish(),
  /** Why the model stopped. Null or absent only in the `message_start` event of a stream. */
  stop_reason: StopReason.nullish(),
  /** Custom stop sequence that was generated; null or absent if there was no match. */
  stop_sequence: z.string().nullish(),
  /** Token usage. */
  usage: Usage,
  /** Edits made to the conversation. Beta. */
  context_management: ContextManagementResult.nullish(),
  /** Diagnostics. Beta. */
  diagnostics: Diagnostics.nullish(),
});

/**
 * What helpers read in a reply.
 *
 * @internal
 */
export const messageReads: { readonly usage: JsonShape; readonly [member: string]: JsonShape } = {
  content: [{ type: '', 'citations?': [{ type: '' }] }],
  model: '',
  usage: { 'iterations?': [{ type: '' }] },
};

/**
 * A message outside a stream. According to the documents, its `stop_reason` is never null.
 *
 * @internal
 */
export const WholeMessage: ObjectSchema<types.Message> = typed(
  'Message',
  constrain(Message, ({ stop_reason: reason }, report) => {
    if (reason == null) report('INF-028', 'is required in a response that is not streamed', ['stop_reason']);
  }),
);
