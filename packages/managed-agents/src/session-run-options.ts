/** Options and result of `sessions.run`. */
import { ConfigError } from '@parlance/core-transport';
import {
  atLeastZero,
  checkRecord,
  duration,
  isA,
  must,
  withMethods,
} from '@parlance/core-transport/internal';
import type { OpenEnum } from '@parlance/schemas/kit';
import type { OutcomeEvaluation, SessionEvent, UserEventParams } from '@parlance/schemas/managed-agents';
import type { PermissionAnswer, PermissionRequest } from './session-answers.js';
import type { ToolError } from './session-errors.js';
import { aCheckpoint, type FeedCheckpoint } from './session-feed.js';
import type { SessionTool } from './session-tools.js';
import type { ToolCall } from './tool-call.js';
import type { StoredToolResult, ToolLedger } from './tool-ledger.js';

/** Options for `sessions.run`. */
export interface SessionRunOptions {
  /** Input to send first; a string is sent as a user message. If omitted, the session continues without new input. */
  readonly input?: string | readonly UserEventParams[] | undefined;
  /** Tools that run in this process. Calls of other tools are left to other clients: see `unclaimed`. */
  readonly tools?: readonly SessionTool[] | undefined;
  /** Decides whether a tool call may run. If omitted, prompts are left to other clients: see `unclaimed`. */
  readonly onPermission?:
    ((request: PermissionRequest) => PermissionAnswer | Promise<PermissionAnswer>) | undefined;
  /**
   * What to do about calls of tools that are not in `tools`, and about prompts without `onPermission`. `leave` waits until
   * another client answers them; `reject` sends an error result or a denial, for a session that only this run serves.
   * Default `leave`.
   */
  readonly unclaimed?: 'leave' | 'reject' | undefined;
  /** Timeout of a tool call in milliseconds, unless the tool sets its own. Default 600,000. */
  readonly toolTimeoutMs?: number | undefined;
  /**
   * Receives the error of a tool that threw, timed out or returned a value that cannot be sent, or whose result the service
   * rejected. The agent receives an error result in each case, and the run continues. For a rejected result, it receives it
   * once the promise that this may return resolves, so that the rejection can be recorded first.
   */
  readonly onToolError?: ((error: ToolError) => unknown) | undefined;
  /** Receives every event, history included. */
  readonly onEvent?: ((event: SessionEvent) => void) | undefined;
  /**
   * Ledger of the tool calls. Runs that share a ledger run each call once. Defaults to a ledger in memory that all
   * runs of the client share; workers in several processes need one that all of them can access, such as that of a store of `@parlance/durable`.
   */
  readonly ledger?: ToolLedger | undefined;
  /**
   * What to do about a call whose worker stopped without a result: `report` sends an error result, so that the call
   * never runs twice; `rerun` runs it again. Default `report`.
   */
  readonly interruptedCalls?: 'report' | 'rerun' | undefined;
  /**
   * Runs the calls of `tools` in place of the run, as `@parlance/workers` does to wait for approvals. Returns the result to send, or
   * undefined to send none. `ledger`, `interruptedCalls` and `toolTimeoutMs` do not apply then.
   */
  readonly runCall?: ((call: ToolCall) => Promise<StoredToolResult | undefined>) | undefined;
  /** Checkpoint to resume from. Defaults to the start of the session. */
  readonly resumeFrom?: FeedCheckpoint | null | undefined;
  /**
   * Whether to keep serving the session after a turn, until it ends, `stop` is aborted or `until` returns true.
   * Default false.
   */
  readonly follow?: boolean | undefined;
  /** Ends the run after the event for which it returns true. */
  readonly until?: ((event: SessionEvent) => boolean) | undefined;
  /**
   * Stops the run gracefully: no more calls are started, the results of running calls are sent, and the run resolves
   * with reason `stopped`. The session continues.
   */
  readonly stop?: AbortSignal | undefined;
  /** Aborts the run and its tools with an `AbortedError`. The session continues. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum delay before the first reconnect or retry, in milliseconds. Doubles with each failure. Default 500. */
  readonly baseDelayMs?: number | undefined;
}

/** Result of a run. */
export interface SessionRunResult {
  /**
   * Why the run ended: the stop reason of the last idle event, never `requires_action`; `terminated` or `deleted` when the
   * session ended; `stopped` after `stop`; `until` after `until`.
   */
  readonly reason: OpenEnum<
    | 'end_turn'
    | 'retries_exhausted'
    | 'budget_reached'
    | 'refusal'
    | 'terminated'
    | 'deleted'
    | 'stopped'
    | 'until'
  >;
  /** Last message of the agent since the last message or outcome of the user; empty if there is none. */
  readonly text: string;
  /** Evaluation of the last outcome in the run, with its verdict; null if there was no outcome. */
  readonly outcome: OutcomeEvaluation | null;
  /** Checkpoint after the last event. Pass it as `resumeFrom` to continue later or in another process. */
  readonly checkpoint: FeedCheckpoint;
}

const aFunction = isA('function');
const aSignal = withMethods('addEventListener');
const oneOf = (...values: readonly string[]) =>
  must(`one of ${values.join(', ')}`, (value) => values.includes(value as string));

/**
 * Checks the options of a run.
 *
 * @throws {ConfigError} When an option is unknown or invalid; names the first one.
 */
export function checkRunOptions(options: SessionRunOptions): void {
  checkRecord('', options, {
    input: must('a string or a list of events', (value) => typeof value === 'string' || Array.isArray(value)),
    tools: must('a list of tools', Array.isArray),
    onPermission: aFunction,
    unclaimed: oneOf('leave', 'reject'),
    toolTimeoutMs: duration,
    onToolError: aFunction,
    onEvent: aFunction,
    ledger: withMethods('claim', 'started', 'renew', 'finish', 'release'),
    interruptedCalls: oneOf('report', 'rerun'),
    runCall: aFunction,
    resumeFrom: aCheckpoint,
    follow: isA('boolean'),
    until: aFunction,
    stop: aSignal,
    signal: aSignal,
    baseDelayMs: atLeastZero,
  });
  const { ledger } = options;
  if (ledger !== undefined && duration(ledger.leaseMs) !== undefined)
    throw new ConfigError('ledger.leaseMs', 'ledger.leaseMs must be a number of milliseconds above 0');
}
