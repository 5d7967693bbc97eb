/** Drafts of messages, produced by the model, server tools and scripts. */
import type {
  CacheControl,
  Container,
  ContentBlock,
  Model,
  RefusalStopDetails,
  ServerToolUsage,
} from '@parlance/schemas';
import type { Reply } from '../model/model-request.js';

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
export interface Draft extends Omit<Reply, 'blocks' | 'stopDetails' | 'isScripted'> {
  /** Content blocks. */
  readonly content: ContentBlock[];
  /** Details of a model refusal; null for any other stop reason. */
  readonly stopDetails: RefusalStopDetails | null;
  /** Number of web tool requests; null if the request has no server tools. */
  readonly serverToolUse: ServerToolUsage | null;
  /** Container of the reply; null if it did not use one. */
  readonly container: Container | null;
  /** Advisor calls, each counted as a separate iteration. */
  readonly advice?: readonly Advice[] | undefined;
}
