/** A reply before it is a message: what the model, the server tools and the scripts make together. */
import type {
  Container,
  ContentBlock,
  Model,
  RefusalStopDetails,
  ServerToolUsage,
  StopReason,
} from '@parlance/schemas';
import type { Delivery } from '../engine/answer.js';
import type { ScriptUsage } from '../scripts/script.js';

/** An answer of the advisor. */
export interface Advice {
  /** Model that advised. */
  readonly model: Model;
  /** Tokens of its answer. */
  readonly outputTokens: number;
}

/** A reply before it is a message. */
export interface Draft {
  /** Its blocks. */
  readonly content: ContentBlock[];
  /** Why it ended. */
  readonly stopReason: StopReason;
  /** The custom stop sequence before which it ended. */
  readonly stopSequence: string | null;
  /** Details of a refusal. */
  readonly stopDetails: RefusalStopDetails | null;
  /** Tokens of the reply, at least 1. */
  readonly outputTokens: number;
  /** Uses of web tools; null when none was offered. */
  readonly serverToolUse: ServerToolUsage | null;
  /** Container used; null when none was. */
  readonly container: Container | null;
  /** Answers of the advisor, which are passes of their own. */
  readonly advice?: readonly Advice[] | undefined;
  /** Fields of the usage that a script sets. */
  readonly usage?: ScriptUsage | undefined;
  /** How its stream is delivered. */
  readonly delivery?: Delivery | undefined;
}
