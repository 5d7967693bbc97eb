/** Schemas of the events of a message stream. */
import { s } from '../kit/schema.js';
import { openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
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

/** Schemas of the parts of a message that its stream carries too. */
export interface MessageParts {
  /** The whole message. */
  readonly message: Schema<Message>;
  /** The container. */
  readonly container: Schema<Container>;
  /** Details of a refusal. */
  readonly stopDetails: Schema<RefusalStopDetails>;
  /** Edits made. */
  readonly contextManagement: Schema<ContextManagementResult>;
}

const index = s.int().min(0);

const delta: Schema<ContentBlockDelta> = openUnion<ContentBlockDelta>()('type', {
  text_delta: openObject<TextDelta>()({ type: s.literal('text_delta'), text: s.string() }),
  input_json_delta: openObject<InputJsonDelta>()({
    type: s.literal('input_json_delta'),
    partial_json: s.string(),
  }),
  thinking_delta: openObject<ThinkingDelta>()({ type: s.literal('thinking_delta'), thinking: s.string() }),
  signature_delta: openObject<SignatureDelta>()({
    type: s.literal('signature_delta'),
    signature: s.string(),
  }),
  citations_delta: openObject<CitationsDelta>()({
    type: s.literal('citations_delta'),
    citation: citationSchema(REPLY),
  }),
  compaction_delta: openObject<CompactionDelta>()({
    type: s.literal('compaction_delta'),
    content: s.string().nullable().optional(),
    encrypted_content: s.string().nullable().optional(),
  }),
});

/** Schema of {@link PingEvent}. */
export const PingEventSchema: Schema<PingEvent> = openObject<PingEvent>()({ type: s.literal('ping') });

/**
 * Makes the schema of {@link MessageStreamEvent}.
 *
 * @param parts - Schemas of the parts of a message.
 */
export function messageStreamEvent(parts: MessageParts): Schema<MessageStreamEvent> {
  return openUnion<MessageStreamEvent>()('type', {
    message_start: openObject<MessageStartEvent>()({
      type: s.literal('message_start'),
      message: parts.message,
    }),
    content_block_start: openObject<ContentBlockStartEvent>()({
      type: s.literal('content_block_start'),
      index,
      content_block: ContentBlockSchema,
    }),
    content_block_delta: openObject<ContentBlockDeltaEvent>()({
      type: s.literal('content_block_delta'),
      index,
      delta,
    }),
    content_block_stop: openObject<ContentBlockStopEvent>()({
      type: s.literal('content_block_stop'),
      index,
    }),
    message_delta: messageDelta(parts),
    message_stop: openObject<MessageStopEvent>()({ type: s.literal('message_stop') }),
    ping: PingEventSchema,
  });
}

function messageDelta(parts: MessageParts): Schema<MessageDeltaEvent> {
  return openObject<MessageDeltaEvent>()({
    type: s.literal('message_delta'),
    delta: openObject<MessageDelta>()({
      stop_reason: openEnum<StopReason>().nullable(),
      stop_sequence: s.string().nullable(),
      stop_details: parts.stopDetails.nullable().optional(),
      container: parts.container.nullable().optional(),
    }),
    usage: MessageDeltaUsageSchema,
    context_management: parts.contextManagement.nullable().optional(),
  });
}
