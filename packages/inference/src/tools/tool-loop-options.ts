/** Options that runTools and streamTools share. */
import { ConfigError, type CallOptions } from '@parlance/core-transport';
import { checkRecord, duration, isA, must, type Check, type Checks } from '@parlance/core-transport/internal';
import type { ToolResultBlockParam, ToolUseBlock } from '@parlance/schemas/inference';
import type { PriceTable } from '../message-cost.js';
import type { PrepareStep } from './prepare-step.js';
import type { StopCondition } from './stop-conditions.js';
import type { ApproveTool } from './tool-approval.js';
import type { ToolRunCheckpoint } from './tool-run-checkpoint.js';

/** Options of a run. */
export interface ToolLoopOptions extends CallOptions {
  /** Maximum number of replies, including those before `resumeFrom`. Exceeding it is a `TurnLimitError`. Default 20. */
  readonly maxTurns?: number | undefined;
  /**
   * Ends the run after a turn, once its tools have finished, when a condition returns true: `stepCountIs`, `hasToolCall`,
   * `tokenUsageReaches`, `costReaches` or your own. The run then ends with the reason `stop_condition`.
   */
  readonly stopWhen?: StopCondition | readonly StopCondition[] | undefined;
  /** Changes the params of a turn before its request is sent. See {@link PrepareStep}. */
  readonly prepareStep?: PrepareStep | undefined;
  /**
   * Decides on calls of tools with `approval`, one after the other, while other calls run. Without it, these calls are left
   * to you: the run ends with the reason `pending_calls` and can be resumed once they are decided.
   */
  readonly approve?: ApproveTool | undefined;
  /** Maximum number of tools that run at the same time. Default 10. */
  readonly maxParallelTools?: number | undefined;
  /** Timeout of a tool call in milliseconds, or `Infinity`, unless the tool sets its own. Default 600,000. */
  readonly toolTimeoutMs?: number | undefined;
  /**
   * Receives the error of a tool that threw, timed out or received an invalid input. The model receives an error result in
   * each case, and the run continues.
   */
  readonly onToolError?: ((error: unknown, call: ToolUseBlock) => void) | undefined;
  /**
   * Whether to send one more request if the `output` is not JSON or does not match its schema. It counts as a turn.
   * Default false.
   */
  readonly repair?: boolean | undefined;
  /** Prices, to compute the cost of each turn and of the run. */
  readonly prices?: PriceTable | undefined;
  /**
   * Checkpoint to resume from. Pass the same params as in the first run; the conversation is taken from the
   * checkpoint. Tool calls without a result run on resume, so a tool that was interrupted runs again, with the same
   * tool use id.
   */
  readonly resumeFrom?: ToolRunCheckpoint | null | undefined;
  /** Results of calls that the checkpoint's run left to you. The calls that they belong to do not run. */
  readonly toolResults?: readonly ToolResultBlockParam[] | undefined;
}

/** The options of a run with their defaults, and the options of its requests. */
export interface SplitOptions {
  readonly run: Omit<ToolLoopOptions, keyof CallOptions> & {
    readonly maxTurns: number;
    readonly stopWhen: readonly StopCondition[];
    readonly maxParallelTools: number;
    readonly toolTimeoutMs: number;
  };
  readonly call: CallOptions;
}

const atLeastOne: Check = must('a number of at least 1', (value) => typeof value === 'number' && value >= 1);
const aFunction = isA('function');
const aList = must('a list', Array.isArray);

const checks: Checks = {
  maxTurns: atLeastOne,
  stopWhen: must('a function or a list of functions', (value) =>
    [value].flat().every((one) => typeof one === 'function'),
  ),
  prepareStep: aFunction,
  approve: aFunction,
  maxParallelTools: atLeastOne,
  toolTimeoutMs: duration,
  onToolError: aFunction,
  repair: isA('boolean'),
  prices: isA('object'),
  resumeFrom: must('a checkpoint', (value) => typeof value === 'object'),
  toolResults: aList,
};

/**
 * Separates the options of a run from those of its requests, which the client checks.
 *
 * @throws {ConfigError} When an option is invalid; names the first one.
 */
export function splitOptions(options: ToolLoopOptions): SplitOptions {
  const isOwn = ([name]: [string, unknown]): boolean => Object.hasOwn(checks, name);
  const entries = Object.entries(options);
  const own = Object.fromEntries(entries.filter(isOwn)) as ToolLoopOptions;
  checkRecord('', own, checks);
  if (own.toolResults !== undefined && own.resumeFrom == null)
    throw new ConfigError('toolResults', 'toolResults requires resumeFrom');
  const { maxTurns = 20, stopWhen = [], maxParallelTools = 10, toolTimeoutMs = 600_000 } = own;
  return {
    run: { ...own, maxTurns, stopWhen: [stopWhen].flat(), maxParallelTools, toolTimeoutMs },
    call: Object.fromEntries(entries.filter((entry) => !isOwn(entry))) as CallOptions,
  };
}
