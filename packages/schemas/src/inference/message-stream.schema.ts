/** Schemas of the events of a message stream. */
import * as z from 'zod';
import { type ObjectSchema, openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
import { citationSchema } from './citations.schema.js';
import { ContentBlockSchema } from './content-blocks.schema.js';
import { REPLY } from './form.schema.js';
import type {
  CitationsDelta,
  CompactionDelta,
  ContentBlockDelta,
  ContentBlockDeltaEvent,
  ContentBlockStartEvent,
  ContentBlockStopEvent,
  InputJsonDelta,
  MessageDelta,
  MessageDeltaEvent,
  MessageStartEvent,
  MessageStopEvent,
  MessageStreamEvent,
  PingEvent,
  SignatureDelta,
  TextDelta,
  ThinkingDelta,
} from './message-stream.js';
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

const delta: Schema<ContentBlockDelta> = openUnion<ContentBlockDelta>()('type', {
  text_delta: openObject<TextDelta>()({ type: z.literal('text_delta'), text: z.string() }),
  input_json_delta: openObject<InputJsonDelta>()({
    type: z.literal('input_json_delta'),
    partial_json: z.string(),
  }),
  thinking_delta: openObject<ThinkingDelta>()({ type: z.literal('thinking_delta'), thinking: z.string() }),
  signature_delta: openObject<SignatureDelta>()({
    type: z.literal('signature_delta'),
    signature: z.string(),
  }),
  citations_delta: openObject<CitationsDelta>()({
    type: z.literal('citations_delta'),
    citation: citationSchema(REPLY),
  }),
  compaction_delta: openObject<CompactionDelta>()({
    type: z.literal('compaction_delta'),
    content: z.string().nullish(),
    encrypted_content: z.string().nullish(),
  }),
});

/** Schema of {@link PingEvent}. */
export const PingEventSchema: ObjectSchema<PingEvent> = openObject<PingEvent>()({ type: z.literal('ping') });

/**
 * Creates the schema of {@link MessageStreamEvent}.
 *
 * @param parts - Schemas of the parts of a message.
 */
export function messageStreamEvent(parts: MessageParts): Schema<MessageStreamEvent> {
  return openUnion<MessageStreamEvent>()('type', {
    message_start: openObject<MessageStartEvent>()({
      type: z.literal('message_start'),
      message: parts.message,
    }),
    content_block_start: openObject<ContentBlockStartEvent>()({
      type: z.literal('content_block_start'),
      index,
      content_block: ContentBlockSchema,
    }),
    content_block_delta: openObject<ContentBlockDeltaEvent>()({
      type: z.literal('content_block_delta'),
      index,
      delta,
    }),
    content_block_stop: openObject<ContentBlockStopEvent>()({
      type: z.literal('content_block_stop'),
      index,
    }),
    message_delta: messageDelta(parts),
    message_stop: openObject<MessageStopEvent>()({ type: z.literal('message_stop') }),
    ping: PingEventSchema,
  });
}

function messageDelta(parts: MessageParts): Schema<MessageDeltaEvent> {
  return openObject<MessageDeltaEvent>()({
    type: z.literal('message_delta'),
    delta: openObject<MessageDelta>()({
      stop_reason: openEnum<StopReason>().nullish(),
      stop_sequence: z.string().nullish(),
      stop_details: parts.stopDetails.nullish(),
      container: parts.container.nullish(),
    }),
    usage: MessageDeltaUsageSchema,
    context_management: parts.contextManagement.nullish(),
  });
}
