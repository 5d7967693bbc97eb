/** Server-sent events of message generation. */
import * as z from 'zod';
import { type ObjectSchema, openObject, openUnion, type Schema } from '../kit/schema.js';
import { TextCitation } from './citations.contract.js';
import { ContentBlock } from './content-blocks.contract.js';
import type * as types from './message-stream.js';
import {
  Container,
  ContextManagementResult,
  Message,
  RefusalStopDetails,
  StopReason,
} from './replies.contract.js';
import { MessageDeltaUsage } from './usage.contract.js';

const index = z.int().min(0);

/** A chunk of text. */
export const TextDelta: ObjectSchema<types.TextDelta> = openObject({
  type: z.literal('text_delta'),
  /** Text to append. */
  text: z.string(),
});

/** A chunk of a tool input. */
export const InputJsonDelta: ObjectSchema<types.InputJsonDelta> = openObject({
  type: z.literal('input_json_delta'),
  /**
   * Chunk of JSON to append. Parse the concatenated JSON when the block stops; an empty string means `{}`.
   */
  partial_json: z.string(),
});

/** A chunk of thinking. */
export const ThinkingDelta: ObjectSchema<types.ThinkingDelta> = openObject({
  type: z.literal('thinking_delta'),
  /** Text to append. */
  thinking: z.string(),
});

/** Signature of a thinking block, sent just before the block stops. */
export const SignatureDelta: ObjectSchema<types.SignatureDelta> = openObject({
  type: z.literal('signature_delta'),
  /** The complete signature. */
  signature: z.string(),
});

/** A citation of a text block. */
export const CitationsDelta: ObjectSchema<types.CitationsDelta> = openObject({
  type: z.literal('citations_delta'),
  /** Citation to append. */
  citation: TextCitation,
});

/** The complete summary. Beta. */
export const CompactionDelta: ObjectSchema<types.CompactionDelta> = openObject({
  type: z.literal('compaction_delta'),
  /** The summary. */
  content: z.string().nullish(),
  /** The summary, encrypted for the service. */
  encrypted_content: z.string().nullish(),
});

/** A change of a content block. */
export const ContentBlockDelta: Schema<types.ContentBlockDelta> = openUnion('type', [
  TextDelta,
  InputJsonDelta,
  ThinkingDelta,
  SignatureDelta,
  CitationsDelta,
  CompactionDelta,
]);

/**
 * First event of a stream: the message before any content.
 *
 * @source inference > Events
 */
export const MessageStartEvent: ObjectSchema<types.MessageStartEvent> = openObject({
  type: z.literal('message_start'),
  /** The message so far: `content` is empty, `stop_reason` is null, and `usage` has the input tokens. */
  message: Message,
});

/**
 * A content block starts. Text, thinking and tool inputs start empty; other blocks are complete.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export const ContentBlockStartEvent: ObjectSchema<types.ContentBlockStartEvent> = openObject({
  type: z.literal('content_block_start'),
  /** 0-based index of the block in `content`. Blocks arrive in ascending order and never interleave. */
  index,
  /** The initial block. */
  content_block: ContentBlock,
});

/**
 * A content block changes.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export const ContentBlockDeltaEvent: ObjectSchema<types.ContentBlockDeltaEvent> = openObject({
  type: z.literal('content_block_delta'),
  /** Index of the block in `content`. */
  index,
  /** The change. */
  delta: ContentBlockDelta,
});

/**
 * A block is complete.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export const ContentBlockStopEvent: ObjectSchema<types.ContentBlockStopEvent> = openObject({
  type: z.literal('content_block_stop'),
  /** Index of the block in `content`. */
  index,
});

/** Fields of the message that are set at its end. */
export const MessageDelta: ObjectSchema<types.MessageDelta> = openObject({
  /** Why the model stopped; null or absent while it continues. */
  stop_reason: StopReason.nullish(),
  /** Custom stop sequence that was generated; null or absent if there was no match. */
  stop_sequence: z.string().nullish(),
  /** Details of a refusal. */
  stop_details: RefusalStopDetails.nullish(),
  /** Container that was used. */
  container: Container.nullish(),
});

/**
 * Sets the stop reason and the final usage of the message.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export const MessageDeltaEvent: ObjectSchema<types.MessageDeltaEvent> = openObject({
  type: z.literal('message_delta'),
  /** Fields of the message that are set at its end. */
  delta: MessageDelta,
  /** Cumulative usage. */
  usage: MessageDeltaUsage,
  /** Edits made to the conversation. Beta. */
  context_management: ContextManagementResult.nullish(),
});

/**
 * Last event of a stream.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export const MessageStopEvent: ObjectSchema<types.MessageStopEvent> = openObject({
  type: z.literal('message_stop'),
});

/** Keeps the connection alive. It can arrive at any time, any number of times. */
export const PingEvent: ObjectSchema<types.PingEvent> = openObject({
  type: z.literal('ping'),
});

/**
 * An event of a message stream. Unknown event types are emitted unchanged. `error` events are thrown as errors
 * instead.
 */
export const MessageStreamEvent: Schema<types.MessageStreamEvent> = openUnion('type', [
  MessageStartEvent,
  ContentBlockStartEvent,
  ContentBlockDeltaEvent,
  ContentBlockStopEvent,
  MessageDeltaEvent,
  MessageStopEvent,
  PingEvent,
]);
