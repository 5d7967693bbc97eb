/** Errors of sessions and of the tools that run for them. */
import { ParlanceError } from '@parlance/core-transport';

/** Why a session helper failed. */
export type SessionErrorCode = 'session_ended' | 'outcome_not_found' | 'invalid_permission_answer';

/** A session ended before a helper was done, an outcome does not exist, or a callback returned an invalid value. */
export class SessionError extends ParlanceError {
  declare readonly code: SessionErrorCode;
  /** Identifier of the session. */
  readonly sessionId: string;

  /** Name of the class. */
  override get name(): string {
    return 'SessionError';
  }

  /**
   * @param code - `session_ended`: the session ended before the awaited state; `outcome_not_found`: the outcome does
   * not exist; `invalid_permission_answer`: `onPermission` did not return a permission answer.
   * @param message - Human-readable message.
   * @param sessionId - Identifier of the session.
   */
  constructor(code: SessionErrorCode, message: string, sessionId: string) {
    super(code, message);
    this.sessionId = sessionId;
  }
}

/** Why a tool call failed. */
export type ToolErrorCode = 'tool_failed' | 'tool_timeout' | 'tool_result_rejected' | 'tool_interrupted';

/**
 * A tool call of a session failed. The agent receives an error result; `onToolError` receives
 * this error.
 */
export class ToolError extends ParlanceError {
  declare readonly code: ToolErrorCode;
  /** Name of the tool. */
  readonly toolName: string;
  /** Identifier of the tool use event. */
  readonly toolUseId: string;

  /** Name of the class. */
  override get name(): string {
    return 'ToolError';
  }

  /**
   * @param code - `tool_failed`: the tool threw, or returned a value that is not JSON-serializable; `tool_timeout`:
   * it did not finish in time; `tool_result_rejected`: the service rejected its result; `tool_interrupted`: the
   * worker that ran it stopped without a result.
   * @param message - The message that the agent receives.
   * @param facts - The call, and the error that the tool threw.
   */
  constructor(
    code: ToolErrorCode,
    message: string,
    facts: { readonly toolName: string; readonly toolUseId: string; readonly cause?: unknown },
  ) {
    super(code, message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.toolName = facts.toolName;
    this.toolUseId = facts.toolUseId;
  }
}
