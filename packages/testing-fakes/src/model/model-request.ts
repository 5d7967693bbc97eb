/** Requests to the model and its replies. */
import type { RefusalStopDetails, StopReason, ToolCaller, Usage } from '@parlance/schemas';
import type { Delivery } from '../engine/handler-result.js';
import type { ModelTurn } from './turns.js';

/** Usage fields of a message, in wire form. */
export interface ScriptUsage extends Partial<Usage> {
  /** Documented fields and any other. Fields that end with `_tokens` must be numbers. */
  readonly [field: string]: unknown;
}

/** A tool that the model may call. */
export interface ModelTool {
  /** Tool name. */
  readonly name: string;
  /** JSON Schema of the input, if the tool has one. */
  readonly input_schema?: unknown;
  /** Maximum number of calls in one reply. Unlimited by default. */
  readonly max_uses?: number | null | undefined;
}

/** Request to the model. */
export interface ModelRequest {
  /** Turns of the conversation. */
  readonly turns: readonly ModelTurn[];
  /** Tools that the model may call. Defaults to none. */
  readonly tools?: readonly ModelTool[] | undefined;
  /** Whether the model may, must or must not call a tool. Defaults to `auto`. */
  readonly toolChoice?:
    | {
        readonly type: string;
        readonly name?: string | undefined;
        readonly disable_parallel_tool_use?: boolean | undefined;
      }
    | undefined;
  /** Maximum number of output tokens. 0 produces an empty reply. */
  readonly maxTokens: number;
  /** Stop sequences. The reply ends before the first one. */
  readonly stopSequences?: readonly string[] | undefined;
  /** Whether the reply may contain thinking blocks, and whether their text is included. Defaults to `off`. */
  readonly thinking?: 'off' | 'shown' | 'omitted' | undefined;
  /** Reply text when no tool is called, instead of an echo of the last user turn. */
  readonly say?: string | undefined;
}

/** A block of a reply. */
export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Caller set by a script. Defaults to `direct`. */
      readonly caller?: ToolCaller | undefined;
    }
  /** A scripted block of any other type. */
  | { readonly type: 'other'; readonly block: { readonly type: string; readonly [field: string]: unknown } };

/** Reply of the model. */
export interface Reply {
  /** Content blocks. */
  readonly blocks: readonly ReplyBlock[];
  /** Reason why the reply ended. */
  readonly stopReason: StopReason;
  /** Stop sequence that ended the reply; null if it ended otherwise. */
  readonly stopSequence: string | null;
  /** Refusal details set by a script. */
  readonly stopDetails?: Partial<RefusalStopDetails> | undefined;
  /** Output tokens, at least 1. */
  readonly outputTokens: number;
  /** How many of them are thinking. Default: none. */
  readonly thinkingTokens?: number | undefined;
  /** Whether the reply is scripted and must be sent unchanged. */
  readonly isScripted?: boolean | undefined;
  /** Usage fields set by a script. */
  readonly usage?: ScriptUsage | undefined;
  /** Pacing and error injection for the stream, passed to `events`. */
  readonly delivery?: Delivery | undefined;
}
