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
 * First event: the message without content.
 *
 * @source inference > Events
 */
export interface MessageStartEvent {
  /** Always `message_start`. */
  type: 'message_start';
  /** The message; `content` is empty, `stop_reason` null, `usage` tells the input. */
  message: Message;
}

/**
 * A block begins. Text, thinking and tool inputs begin empty, other blocks are complete at once.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface ContentBlockStartEvent {
  /** Always `content_block_start`. */
  type: 'content_block_start';
  /** 0-based place in `content`; blocks come in ascending order and never interleave. */
  index: number;
  /** The block as it begins. */
  content_block: ContentBlock;
}

/** More text. */
export interface TextDelta {
  /** Always `text_delta`. */
  type: 'text_delta';
  /** Text to append. */
  text: string;
}

/** More of a tool's input. */
export interface InputJsonDelta {
  /** Always `input_json_delta`. */
  type: 'input_json_delta';
  /** Piece of JSON to append; the whole is parsed when the block stops, the empty string is `{}`. */
  partial_json: string;
}

/** More of a thought. */
export interface ThinkingDelta {
  /** Always `thinking_delta`. */
  type: 'thinking_delta';
  /** Text to append. */
  thinking: string;
}

/** Signature of a thought, just before its block stops. */
export interface SignatureDelta {
  /** Always `signature_delta`. */
  type: 'signature_delta';
  /** The whole signature. */
  signature: string;
}

/** One more citation of a text block. */
export interface CitationsDelta {
  /** Always `citations_delta`. */
  type: 'citations_delta';
  /** Citation to append. */
  citation: TextCitation;
}

/** The whole of a summary. Beta. */
export interface CompactionDelta {
  /** Always `compaction_delta`. */
  type: 'compaction_delta';
  /** The summary. */
  content?: string | null | undefined;
  /** The summary in a form only the service reads. */
  encrypted_content?: string | null | undefined;
}

/** What a block gains. */
export type ContentBlockDelta =
  | TextDelta
  | InputJsonDelta
  | ThinkingDelta
  | SignatureDelta
  | CitationsDelta
  | CompactionDelta
  | UnknownMember;

/**
 * A block gains something.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface ContentBlockDeltaEvent {
  /** Always `content_block_delta`. */
  type: 'content_block_delta';
  /** Place of the block. */
  index: number;
  /** What it gains. */
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
  /** Place of the block. */
  index: number;
}

/** How the message ends. */
export interface MessageDelta {
  /** Why the model stopped; null or absent while it continues. */
  stop_reason?: StopReason | null | undefined;
  /** Custom stop sequence that was generated; null or absent when none was. */
  stop_sequence?: string | null | undefined;
  /** Details of a refusal. */
  stop_details?: RefusalStopDetails | null | undefined;
  /** Container used. */
  container?: Container | null | undefined;
}

/**
 * The message gains its ending and its usage.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface MessageDeltaEvent {
  /** Always `message_delta`. */
  type: 'message_delta';
  /** How it ends. */
  delta: MessageDelta;
  /** Usage so far: cumulative. */
  usage: MessageDeltaUsage;
  /** Edits made to the conversation. Beta. */
  context_management?: ContextManagementResult | null | undefined;
}

/**
 * Last event.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.6
 */
export interface MessageStopEvent {
  /** Always `message_stop`. */
  type: 'message_stop';
}

/** Keeps the connection alive; can come anywhere, any number of times. */
export interface PingEvent {
  /** Always `ping`. */
  type: 'ping';
}

/**
 * An event of a message stream. An event of a kind added later is kept as it came. An `error` event is thrown, not
 * given.
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
