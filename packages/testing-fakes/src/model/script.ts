/** Scripts: predefined replies of the model. Plain JSON, the same in code, in files and over HTTP. */
import type { RefusalStopDetails, Usage } from '@parlance/schemas';
import type { ErrorType } from '../engine/refusal.js';

/** Conditions on a request. All conditions that are set must match. */
export interface ScriptMatch {
  /** Text that the user turn must contain. */
  readonly content_contains?: string | undefined;
  /** Text that the user turn must equal. */
  readonly content_equals?: string | undefined;
  /** Regular expression to find in the user turn, in RE2 syntax: no lookaround or backreferences. */
  readonly content_pattern?: string | undefined;
  /** Text that the tool results of the user turn must contain. */
  readonly result_contains?: string | undefined;
  /** Names of tools that the request must include. */
  readonly tools?: readonly string[] | undefined;
}

/** A block of a scripted reply: text, thinking, a tool call, or any other content block in wire form. */
export interface ScriptBlock {
  /** Block type. */
  readonly type: string;
  /** Other fields. The `id` of a tool call and the `signature` of a thinking block are generated when omitted. */
  readonly [field: string]: unknown;
}

/** Usage fields of a message, in wire form. */
export interface ScriptUsage extends Partial<Usage> {
  /** Documented fields and any other. Fields that end with `_tokens` must be numbers. */
  readonly [field: string]: unknown;
}

/** One reply of a script. */
export interface ScriptStep {
  /** Conditions on the last user turn. Defaults to any. */
  readonly match?: ScriptMatch | undefined;
  /** Content of the reply: a string or blocks. */
  readonly reply?: string | readonly ScriptBlock[] | undefined;
  /**
   * Stop reason. Defaults to `stop_sequence` if one is set, `refusal` if `stop_details` is set, `tool_use` if the reply
   * calls a tool, and `end_turn` otherwise.
   */
  readonly stop_reason?: string | undefined;
  /** Stop sequence that ends the reply. */
  readonly stop_sequence?: string | undefined;
  /** Details of a refusal. `category` and `explanation` default to null. */
  readonly stop_details?: Partial<RefusalStopDetails> | undefined;
  /**
   * Usage fields to override; the others are counted. If the request sets `service_tier: 'standard_only'`, the tier
   * is always `standard`.
   */
  readonly usage?: ScriptUsage | undefined;
  /** Delay before each stream event except the first, in milliseconds of the world's clock. */
  readonly pace_ms?: number | undefined;
  /** Error response to send instead of the reply. */
  readonly error?:
    | {
        readonly status: number;
        readonly type?: ErrorType | undefined;
        readonly message?: string | undefined;
        readonly headers?: Readonly<Record<string, string>> | undefined;
      }
    | undefined;
  /** Replaces the stream event at this 0-based index with an `error` event and ends the stream. */
  readonly error_at_event?:
    | { readonly event: number; readonly type?: ErrorType | undefined; readonly message?: string | undefined }
    | undefined;
  /** Number of consecutive requests that the step replies to. Defaults to 1. */
  readonly times?: number | undefined;
  /** Whether the step may remain unused. Defaults to false. */
  readonly optional?: boolean | undefined;
}

/** Replies of one conversation, in order. */
export interface Script {
  /** Conditions on the first user turn of the conversation. Defaults to any. */
  readonly match?: ScriptMatch | undefined;
  /** Replies, or `default` to leave the conversation to the default model. */
  readonly steps: readonly ScriptStep[] | 'default';
}
