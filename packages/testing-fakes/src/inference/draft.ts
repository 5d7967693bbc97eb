/** Drafts of messages, produced by the model, server tools and scripts. */
import type {
  CacheControl,
  Container,
  ContentBlock,
  Model,
  RefusalStopDetails,
  ServerToolUsage,
  StopReason,
} from '@parlance/schemas';
import type { Delivery } from '../engine/handler-result.js';
import type { ScriptUsage } from '../model/model-request.js';

/** Usage of one advisor call. */
export interface Advice {
  /** Model of the advisor. */
  readonly model: Model;
  /** Output tokens of the advice. */
  readonly outputTokens: number;
  /** Cache breakpoint after the advisor's prompt; undefined if the prompt is not cached. */
  readonly caching: CacheControl | undefined;
}

/** A reply that is not a message yet. */
export interface Draft {
  /** Content blocks. */
  readonly content: ContentBlock[];
  /** Reason why the reply ended. */
  readonly stopReason: StopReason;
  /** Custom stop sequence that ended the reply; null if it ended otherwise. */
  readonly stopSequence: string | null;
  /** Details of a model refusal; null for any other stop reason. */
  readonly stopDetails: RefusalStopDetails | null;
  /** Output tokens, at least 1. */
  readonly outputTokens: number;
  /** How many of them are thinking. Default: none. */
  readonly thinkingTokens?: number | undefined;
  /** Number of web tool requests; null if the request has no server tools. */
  readonly serverToolUse: ServerToolUsage | null;
  /** Container of the reply; null if it did not use one. */
  readonly container: Container | null;
  /** Advisor calls, each counted as a separate iteration. */
  readonly advice?: readonly Advice[] | undefined;
  /** Usage fields set by a script. */
  readonly usage?: ScriptUsage | undefined;
  /** Pacing and error injection for the stream. */
  readonly delivery?: Delivery | undefined;
}
