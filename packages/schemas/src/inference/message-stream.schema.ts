/** Schemas of the events of a message stream. */
import * as z from 'zod';
import { type ObjectSchema, openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
import { TextCitation } from './citations.contract.js';
import { ContentBlock } from './content-blocks.contract.js';
import type * as types from './message-stream.js';
import type {
  Container,
  ContextManagementResult,
  Message,
  RefusalStopDetails,
  StopReason,
} from './messages.js';
import { MessageDeltaUsageSchema } from './usage.schema.js';

/** Schemas of the parts of a message that also occur in its stream. */
export interface MessageParts {
  /** The whole message. */
  readonly message: Schema<Message>;
  /** The container. */
  readonly container: Schema<Container>;
  /** Details of a refusal. */
  readonly stopDetails: Schema<RefusalStopDetails>;
  /** Edits of the conversation. */
  readonly contextManagement: Schema<ContextManagementResult>;
}

const index = z.int().min(0);

const delta: Schema<types.ContentBlockDelta> = openUnion<types.ContentBlockDelta>()('type', {
  text_delta: openObject<types.TextDelta>()({ type: z.literal('text_delta'), text: z.string() }),
  input_json_delta: openObject<types.InputJsonDelta>()({
    type: z.literal('input_json_delta'),
    partial_json: z.string(),
  }),
  thinking_delta: openObject<types.ThinkingDelta>()({
    type: z.literal('thinking_delta'),
    thinking: z.string(),
  }),
  signature_delta: openObject<types.SignatureDelta>()({
    type: z.literal('signature_delta'),
    signature: z.string(),
  }),
  citations_delta: openObject<types.CitationsDelta>()({
    type: z.literal('citations_delta'),
    citation: TextCitation,
  }),
  compaction_delta: openObject<types.CompactionDelta>()({
    type: z.literal('compaction_delta'),
    content: z.string().nullish(),
    encrypted_content: z.string().nullish(),
  }),
});

/** Schema of {@link types.PingEvent}. */
export const PingEventSchema: ObjectSchema<types.PingEvent> = openObject<types.PingEvent>()({
  type: z.literal('ping'),
});

/**
 * Creates the schema of {@link types.MessageStreamEvent}.
 *
 * @param parts - Schemas of the parts of a message.
 */
export function messageStreamEvent(parts: MessageParts): Schema<types.MessageStreamEvent> {
  return openUnion<types.MessageStreamEvent>()('type', {
    message_start: openObject<types.MessageStartEvent>()({
      type: z.literal('message_start'),
      message: parts.message,
    }),
    content_block_start: openObject<types.ContentBlockStartEvent>()({
      type: z.literal('content_block_start'),
      index,
      content_block: ContentBlock,
    }),
    content_block_delta: openObject<types.ContentBlockDeltaEvent>()({
      type: z.literal('content_block_delta'),
      index,
      delta,
    }),
    content_block_stop: openObject<types.ContentBlockStopEvent>()({
      type: z.literal('content_block_stop'),
      index,
    }),
    message_delta: messageDelta(parts),
    message_stop: openObject<types.MessageStopEvent>()({ type: z.literal('message_stop') }),
    ping: PingEventSchema,
  });
}

function messageDelta(parts: MessageParts): Schema<types.MessageDeltaEvent> {
  return openObject<types.MessageDeltaEvent>()({
    type: z.literal('message_delta'),
    delta: openObject<types.MessageDelta>()({
      stop_reason: openEnum<StopReason>().nullish(),
      stop_sequence: z.string().nullish(),
      stop_details: parts.stopDetails.nullish(),
      container: parts.container.nullish(),
    }),
    usage: MessageDeltaUsageSchema,
    context_management: parts.contextManagement.nullish(),
  });
}
