/** What goes into the loop of an agent, and what comes out of it. */
import { ParlanceError } from '@parlance/core-transport';
import { brandError } from '@parlance/core-transport/internal';
import type { Message, MessageParam, Tool, ToolResultBlockParam, Usage } from '@parlance/schemas/inference';
import type { MessageParams } from '../messages.js';
import type { RunnableTool } from './define-tool.js';

/** Parameters of a run: those of a message, its tools with the functions behind them. */
export type ToolRunParams = Omit<MessageParams, 'tools'> & {
  /** Tools to run, and definitions of tools that the service or the caller runs. */
  readonly tools: readonly (RunnableTool | Tool)[];
};

/** One turn of a run. */
export interface ToolStep {
  /** 0-based number of the turn. */
  readonly turn: number;
  /** The reply. */
  readonly message: Message;
  /** Results of the tools that it called, in the order of the calls; empty when it called none. */
  readonly results: readonly ToolResultBlockParam[];
}

/** What a run gave. */
export interface ToolRun {
  /** The last reply. Its `stop_reason` is `tool_use` when it calls a tool that the caller has to run. */
  readonly message: Message;
  /** The whole conversation, the last reply included: send it back with another user turn to go on. */
  readonly messages: MessageParam[];
  /** Usage of all replies together. */
  readonly usage: Usage;
  /** Number of replies. */
  readonly turns: number;
}

/** The model called tools more often than `maxTurns` allows. */
export class TurnLimitError extends ParlanceError {
  /** What there was by then. */
  readonly run: ToolRun;

  static {
    brandError(this, 'TurnLimitError');
  }

  /** @param run - What there was by then. */
  constructor(run: ToolRun) {
    super('turn_limit', `the model did not come to an end within ${run.turns} turns`);
    this.run = run;
    Object.defineProperty(this, 'run', { enumerable: false });
  }
}
