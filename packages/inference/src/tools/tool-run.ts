/** Params and results of the agent loop. */
import { ParlanceError } from '@parlance/core-transport';
import { brandError } from '@parlance/core-transport/internal';
import type { Message, MessageParam, Tool, ToolResultBlockParam, Usage } from '@parlance/schemas/inference';
import type { MessageParams } from '../messages.js';
import type { RunnableTool } from './define-tool.js';

/** Params of a run: those of a message, with tools that can be run. */
export type ToolRunParams = Omit<MessageParams, 'tools'> & {
  /**
   * Tools from `defineTool`, which the run calls, and plain definitions. A call to a plain definition of a client tool
   * ends the run with `stop_reason` `tool_use`.
   */
  readonly tools: readonly (RunnableTool | Tool)[];
};

/** One turn of a run. */
export interface ToolStep {
  /** 0-based number of the turn. */
  readonly turn: number;
  /** The reply. */
  readonly message: Message;
  /** Results of its tool calls, in the order of the calls; empty when the reply has no calls. */
  readonly results: readonly ToolResultBlockParam[];
}

/** Result of a run. */
export interface ToolRun {
  /** The last reply. Its `stop_reason` is `tool_use` if it calls a tool that you must run yourself. */
  readonly message: Message;
  /** The whole conversation, including the last reply. To continue it, append a user turn and run it again. */
  readonly messages: MessageParam[];
  /** Summed usage of all replies. */
  readonly usage: Usage;
  /** Number of replies. */
  readonly turns: number;
}

/** Thrown when the model still calls tools after `maxTurns` replies. */
export class TurnLimitError extends ParlanceError {
  /** The run so far. Its messages can be sent back to continue. */
  readonly run: ToolRun;

  static {
    brandError(this, 'TurnLimitError');
  }

  /** @param run - The run so far. */
  constructor(run: ToolRun) {
    super('turn_limit', `the model still calls tools after ${run.turns} turns (maxTurns)`);
    this.run = run;
    Object.defineProperty(this, 'run', { enumerable: false });
  }
}
