/** Params and results of the agent loop. */
import { ParlanceError } from '@parlance/core-transport';
import type {
  Message,
  MessageParam,
  Tool,
  ToolResultBlockParam,
  ToolResultContentBlock,
  ToolUseBlock,
  Usage,
} from '@parlance/schemas/inference';
import type { MessageCost } from '../message-cost.js';
import type { MessageParams } from '../messages.js';
import { OutputError, type OutputFailure } from '../output/output-result.js';
import type { AnyRunnableTool } from './define-tool.js';
import type { ToolRunCheckpoint } from './tool-run-checkpoint.js';

/** Params of a run: those of a message, with tools that can be run. */
export type ToolRunParams = Omit<MessageParams, 'tools'> & {
  /**
   * Tools that the run calls, for example from `defineTool`, and plain definitions. Calls of a client tool with a plain
   * definition are left to you: the run ends with the reason `pending_calls`.
   */
  readonly tools: readonly (AnyRunnableTool | Tool)[];
};

/** A tool call and its result. */
export interface ToolCallResult {
  /** Id of the `tool_use` block. */
  readonly toolUseId: string;
  /** Name of the tool. */
  readonly name: string;
  /** Input that the tool received. It differs from the input in the reply when `approve` changed it. */
  readonly input: Record<string, unknown>;
  /** Output, as sent to the model: text or content blocks. For calls that did not complete, the error. */
  readonly output: string | ToolResultContentBlock[];
  /**
   * What became of the call. All but `completed` are sent to the model with `is_error`. `not_run`: the reply was cut off,
   * for example by `max_tokens`, so that the call may be incomplete.
   */
  readonly status:
    'completed' | 'failed' | 'timed_out' | 'invalid_input' | 'denied' | 'unknown_tool' | 'not_run';
  /** Duration of the tool in milliseconds, without the time that the call waited for approval or for other calls. */
  readonly durationMs: number;
}

/** One turn of a run. */
export interface ToolStep {
  /** 0-based number of the turn. */
  readonly turn: number;
  /** The reply. Its `usage` is that of the turn. */
  readonly message: Message;
  /** The tool calls that have a result, in the order of the calls; empty when the reply has no calls. */
  readonly calls: readonly ToolCallResult[];
  /** The results, as sent to the model. */
  readonly results: readonly ToolResultBlockParam[];
  /** Cost of the reply; undefined without `prices`. */
  readonly cost: MessageCost | undefined;
}

/** A run so far: passed to stop conditions and `prepareStep`, and part of every {@link ToolRun}. */
export interface ToolRunProgress {
  /** The last reply. */
  readonly message: Message;
  /** The conversation, including the last reply. It starts with the params' `messages`, unless `prepareStep` replaced them. */
  readonly messages: MessageParam[];
  /** The turns that the run has added to the conversation. */
  readonly newMessages: MessageParam[];
  /** The turns of this process, in order. After `resumeFrom`, earlier turns are not included. */
  readonly steps: readonly ToolStep[];
  /** Number of replies, including those before `resumeFrom`. */
  readonly turns: number;
  /** Summed usage of all replies, including those before `resumeFrom`. */
  readonly usage: Usage;
  /** Summed cost of all replies; undefined without `prices`. */
  readonly cost: MessageCost | undefined;
  /** Checkpoint after the last turn. Pass it as `resumeFrom` to continue, also in another process. */
  readonly checkpoint: ToolRunCheckpoint;
}

/** A run in which the model stopped calling tools. `message.stop_reason` is why it stopped. */
export interface CompletedToolRun<T = undefined> extends ToolRunProgress {
  readonly reason: 'completed';
  /** The structured output; undefined unless the params have `output`. */
  readonly output: T;
}

/** A run that ended because a condition of `stopWhen` was met. */
export interface StoppedToolRun extends ToolRunProgress {
  readonly reason: 'stop_condition';
  readonly output?: undefined;
}

/** A run that ended because tool calls are left to you. The other calls of the turn have been run. */
export interface PendingToolRun extends ToolRunProgress {
  readonly reason: 'pending_calls';
  readonly output?: undefined;
  /** Calls that have no result yet. */
  readonly pendingCalls: readonly ToolUseBlock[];
  /** Results of the other calls of the turn. They are not in `messages` yet, because results are sent together. */
  readonly pendingResults: readonly ToolResultBlockParam[];
}

/** Result of a run, discriminated by `reason`. */
export type ToolRun<T = undefined> = CompletedToolRun<T> | StoppedToolRun | PendingToolRun;

/** Thrown when the model still calls tools after `maxTurns` replies. */
export class TurnLimitError extends ParlanceError {
  /** The run so far. Its messages can be sent back, and its checkpoint resumes it with a larger `maxTurns`. */
  readonly run: ToolRunProgress;

  /** Name of the class. */
  override get name(): string {
    return 'TurnLimitError';
  }

  /** @param run - The run so far. */
  constructor(run: ToolRunProgress) {
    super('turn_limit', `the model still calls tools after ${run.turns} turns (maxTurns)`);
    this.run = run;
    Object.defineProperty(this, 'run', { enumerable: false });
  }
}

/** Thrown when a completed run does not contain the requested `output`. */
export class ToolRunOutputError extends OutputError {
  /** The run. */
  readonly run: ToolRunProgress;

  /** Name of the class. */
  override get name(): string {
    return 'ToolRunOutputError';
  }

  /**
   * @param run - The run.
   * @param failure - Why there is no output.
   */
  constructor(run: ToolRunProgress, failure: OutputFailure) {
    super(run.message, failure);
    this.run = run;
    Object.defineProperty(this, 'run', { enumerable: false });
  }
}
