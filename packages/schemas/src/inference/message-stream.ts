/** Server-sent events of message generation. */
import type { UnknownMember } from '../kit/open.js';
import type { TextCitation } from './citations.js';
import type { ContentBlock } from './content-blocks.js';
import type {
  Container,
  ContextManagementResult,
  Message,
  RefusalStopDetails,
  StopReason,
} from './messages.js';
import type { MessageDeltaUsage } from './usage.js';

/**
 * First event of a stream: the message before any content.
 *
 * @source inference > Events
 */
export interface MessageStartEvent {
  /** Always `message_start`. */
  type: 'message_start';
  /** The message so far: `content` is empty, `stop_reason` is null, and `usage` has the input tokens. */
  message: Message;
}

/**
 * A content block starts. Text, thinking and tool inputs start empty; other blocks are complete.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface ContentBlockStartEvent {
  /** Always `content_block_start`. */
  type: 'content_block_start';
  /** 0-based index of the block in `content`. Blocks arrive in ascending order and never interleave. */
  index: number;
  /** The initial block. */
  content_block: ContentBlock;
}

/** A chunk of text. */
export interface TextDelta {
  /** Always `text_delta`. */
  type: 'text_delta';
  /** Text to append. */
  text: string;
}

/** A chunk of a tool input. */
export interface InputJsonDelta {
  /** Always `input_json_delta`. */
  type: 'input_json_delta';
  /** Chunk of JSON to append. Parse the concatenated JSON when the block stops; an empty string means `{}`. */
  partial_json: string;
}

/** A chunk of thinking. */
export interface ThinkingDelta {
  /** Always `thinking_delta`. */
  type: 'thinking_delta';
  /** Text to append. */
  thinking: string;
}

/** Signature of a thinking block, sent just before the block stops. */
export interface SignatureDelta {
  /** Always `signature_delta`. */
  type: 'signature_delta';
  /** The complete signature. */
  signature: string;
}

/** A citation of a text block. */
export interface CitationsDelta {
  /** Always `citations_delta`. */
  type: 'citations_delta';
  /** Citation to append. */
  citation: TextCitation;
}

/** The complete summary. Beta. */
export interface CompactionDelta {
  /** Always `compaction_delta`. */
  type: 'compaction_delta';
  /** The summary. */
  content?: string | null | undefined;
  /** The summary, encrypted for the service. */
  encrypted_content?: string | null | undefined;
}

/** A change of a content block. */
export type ContentBlockDelta =
  | TextDelta
  | InputJsonDelta
  | ThinkingDelta
  | SignatureDelta
  | CitationsDelta
  | CompactionDelta
  | UnknownMember;

/**
 * A content block changes.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface ContentBlockDeltaEvent {
  /** Always `content_block_delta`. */
  type: 'content_block_delta';
  /** Index of the block in `content`. */
  index: number;
  /** The change. */
  delta: ContentBlockDelta;
}

/**
 * A block is complete.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface ContentBlockStopEvent {
  /** Always `content_block_stop`. */
  type: 'content_block_stop';
  /** Index of the block in `content`. */
  index: number;
}

/** Fields of the message that are set at its end. */
export interface MessageDelta {
  /** Why the model stopped; null or absent while it continues. */
  stop_reason?: StopReason | null | undefined;
  /** Custom stop sequence that was generated; null or absent if there was no match. */
  stop_sequence?: string | null | undefined;
  /** Details of a refusal. */
  stop_details?: RefusalStopDetails | null | undefined;
  /** Container that was used. */
  container?: Container | null | undefined;
}

/**
 * Sets the stop reason and the final usage of the message.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface MessageDeltaEvent {
  /** Always `message_delta`. */
  type: 'message_delta';
  /** Fields of the message that are set at its end. */
  delta: MessageDelta;
  /** Cumulative usage. */
  usage: MessageDeltaUsage;
  /** Edits made to the conversation. Beta. */
  context_management?: ContextManagementResult | null | undefined;
}

/**
 * Last event of a stream.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface MessageStopEvent {
  /** Always `message_stop`. */
  type: 'message_stop';
}

/** Keeps the connection alive. It can arrive at any time, any number of times. */
export interface PingEvent {
  /** Always `ping`. */
  type: 'ping';
}

/**
 * An event of a message stream. Unknown event types are emitted unchanged. `error` events are thrown as errors
 * instead.
 */
export type MessageStreamEvent =
  | MessageStartEvent
  | ContentBlockStartEvent
  | ContentBlockDeltaEvent
  | ContentBlockStopEvent
  | MessageDeltaEvent
  | MessageStopEvent
  | PingEvent
  | UnknownMember;
