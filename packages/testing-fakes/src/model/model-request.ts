/** What the model is asked, and what it answers. */
import type { RefusalStopDetails, StopReason } from '@parlance/schemas';
import type { Delivery } from '../engine/handler-result.js';
import type { ScriptUsage } from '../scripts/script.js';
import type { ModelTurn } from './turns.js';

/** A tool that the model may call. */
export interface ModelTool {
  /** Name. */
  readonly name: string;
  /** JSON schema of its input, when there is one. */
  readonly input_schema?: unknown;
  /** Most calls in one reply. Default: as many as are asked for. */
  readonly max_uses?: number | null | undefined;
}

/** What the model is asked. */
export interface ModelRequest {
  /** The conversation. */
  readonly turns: readonly ModelTurn[];
  /** Tools that may be called. Default none. */
  readonly tools?: readonly ModelTool[] | undefined;
  /** Whether it may, must or must not call a tool. Default `auto`. */
  readonly toolChoice?:
    | {
        readonly type: string;
        readonly name?: string | undefined;
        readonly disable_parallel_tool_use?: boolean | undefined;
      }
    | undefined;
  /** Most tokens of the reply. 0 gives an empty one. */
  readonly maxTokens: number;
  /** Texts before which the reply stops. */
  readonly stopSequences?: readonly string[] | undefined;
  /** Whether thinking blocks are wanted, and whether their text is shown. Default `off`. */
  readonly thinking?: 'off' | 'shown' | 'omitted' | undefined;
  /** What it says when it calls no tool, instead of repeating the last user turn. */
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
    }
  /** Any other block of the contract, from a script. */
  | { readonly type: 'other'; readonly block: { readonly type: string; readonly [field: string]: unknown } };

/** A reply. */
export interface Reply {
  /** Its blocks. */
  readonly blocks: readonly ReplyBlock[];
  /** Why it ended. */
  readonly stopReason: StopReason;
  /** The stop sequence before which it ended; null when it ended otherwise. */
  readonly stopSequence: string | null;
  /** Details of a refusal that a script sets. */
  readonly stopDetails?: Partial<RefusalStopDetails> | undefined;
  /** Tokens of the reply, at least 1. */
  readonly outputTokens: number;
  /** Whether a script wrote it: nothing is then to be added to it. */
  readonly isScripted?: boolean | undefined;
  /** Fields of the usage that a script sets. */
  readonly usage?: ScriptUsage | undefined;
  /** How its stream is delivered; handed on to `events`. */
  readonly delivery?: Delivery | undefined;
}
