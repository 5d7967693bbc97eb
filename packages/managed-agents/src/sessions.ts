import type { ApiPromise, CallOptions } from '@parlance/core-transport';
import { updateSession, type OutcomeEvaluation, type Session } from '@parlance/schemas/managed-agents';
import { sessionUpdateParams, type SessionUpdateInput } from './defined-tool.js';
import type { SessionRunOptions, SessionRunResult } from './session-run-options.js';
import { runSession } from './session-runner.js';
import { SessionsBase } from './sessions-base.js';
import { outcomeStates, waitForSession, watchSession, type WatchOptions } from './session-watch.js';
import { memoryLedger, type ToolLedger } from './tool-ledger.js';

/** Creates, runs and manages sessions: tasks that agents work on, in environments. */
export class Sessions extends SessionsBase {
  readonly #ledger: ToolLedger = memoryLedger();

  /** Updates a session's title, metadata, tools or MCP servers. */
  update(sessionId: string, params: SessionUpdateInput, options?: CallOptions): ApiPromise<Session> {
    const input = { params: { session_id: sessionId }, body: sessionUpdateParams(params) };
    return this.transport.call(updateSession, input, options);
  }

  /**
   * Runs a session to the end of its turn. It sends the input, runs your custom tools, answers permission prompts, and
   * reconnects as needed. The run waits for other clients to answer calls of tools that it does not have. Without
   * `onPermission`, that applies to prompts, too. An idle session is finished only when its stop reason says so.
   *
   * The agent receives errors of tools. Errors of a ledger or a callback end the run and are rethrown unchanged.
   *
   * @throws {ConfigError} When an option or a tool is unknown or malformed. Nothing has been sent.
   * @throws {ApiError} When the service rejects a request, for example because the session does not exist.
   * @throws {ConnectionError} When the response to sending the input is lost and the session has not stored it.
   * @throws {SessionError} When `onPermission` returns an invalid answer.
   * @throws {AbortedError} When the signal is aborted.
   */
  run(sessionId: string, options: SessionRunOptions = {}): Promise<SessionRunResult> {
    return runSession({ sessions: this, sessionId, ledger: this.#ledger }, options);
  }

  /**
   * Waits until the predicate returns true for the session, and returns the session. To wait for the end of a turn, use
   * {@link Sessions.run}: an idle session may be waiting for a tool result.
   *
   * @throws {SessionError} When the session ends first.
   */
  async waitFor(
    sessionId: string,
    predicate: (session: Session) => boolean,
    options: WatchOptions = {},
  ): Promise<Session> {
    return waitForSession(sessionId, watchSession(this, sessionId, options), predicate);
  }

  /**
   * Yields each state of an outcome, from the current one to its final result.
   *
   * @throws {SessionError} When the outcome does not exist.
   */
  followOutcome(
    sessionId: string,
    outcomeId: string,
    options: WatchOptions = {},
  ): AsyncIterable<OutcomeEvaluation> {
    return outcomeStates(watchSession(this, sessionId, options), outcomeId);
  }
}
