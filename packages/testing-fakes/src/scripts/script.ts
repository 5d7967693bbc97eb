/** Scripts: what the model answers in a conversation. They are JSON, so that code, files and HTTP write them alike. */
import type { RefusalStopDetails, Usage } from '@parlance/schemas';
import type { ErrorType } from '../engine/refusal.js';

/** What a request must be like. Everything given must fit. */
export interface ScriptMatch {
  /** Text that the user turn contains. */
  readonly content_contains?: string | undefined;
  /** Text that the user turn is. */
  readonly content_equals?: string | undefined;
  /** Regular expression that matches anywhere in the user turn, in RE2 syntax: without lookaround and backreferences. */
  readonly content_pattern?: string | undefined;
  /** Text that the tool results of the user turn contain. */
  readonly result_contains?: string | undefined;
  /** Names of tools that the request offers. */
  readonly tools?: readonly string[] | undefined;
}

/** A block of a scripted reply: text, thinking, a tool call, or any other block of the contract as it is on the wire. */
export interface ScriptBlock {
  /** Kind of block. */
  readonly type: string;
  /** Its other fields. `id` of a tool call and `signature` of a thinking block are made when they are left out. */
  readonly [field: string]: unknown;
}

/** Fields of the usage of a message, as they are on the wire. */
export interface ScriptUsage extends Partial<Usage> {
  /** Those of the contract, and any other that a later version may add. Counts of tokens are numbers. */
  readonly [field: string]: unknown;
}

/** One reply. */
export interface ScriptStep {
  /** What the last user turn must be like. Default: anything. */
  readonly match?: ScriptMatch | undefined;
  /** What is answered: a text, or blocks. */
  readonly reply?: string | readonly ScriptBlock[] | undefined;
  /**
   * Why the reply ends. Default `stop_sequence` with one, `refusal` with details of one, `tool_use` after a tool call,
   * else `end_turn`.
   */
  readonly stop_reason?: string | undefined;
  /** The stop sequence before which it ends. */
  readonly stop_sequence?: string | undefined;
  /** Details of a refusal; `category` and `explanation` are null when they are left out. */
  readonly stop_details?: Partial<RefusalStopDetails> | undefined;
  /**
   * Fields of the usage to set; the others are counted. The tier `priority` is only given to a request that does not ask
   * for `standard_only`.
   */
  readonly usage?: ScriptUsage | undefined;
  /** Milliseconds of the world's time before each event of a stream but the first. */
  readonly pace_ms?: number | undefined;
  /** Refuses the request instead. */
  readonly error?:
    | {
        readonly status: number;
        readonly type?: ErrorType | undefined;
        readonly message?: string | undefined;
        readonly headers?: Readonly<Record<string, string>> | undefined;
      }
    | undefined;
  /** Puts an `error` event in the place of this event of a stream (counted from 0), and ends. */
  readonly error_at_event?:
    | { readonly event: number; readonly type?: ErrorType | undefined; readonly message?: string | undefined }
    | undefined;
  /** How many requests in a row it answers. Default 1. */
  readonly times?: number | undefined;
  /** Whether it may stay unused. Default false. */
  readonly optional?: boolean | undefined;
}

/** The replies of one conversation, in their order. */
export interface Script {
  /** What the first user turn of the conversation must be like. Default: anything. */
  readonly match?: ScriptMatch | undefined;
  /** The replies; `default` leaves the conversation to the default model. */
  readonly steps: readonly ScriptStep[] | 'default';
}
