import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  archiveSession,
  createSession,
  deleteSession,
  listSessions,
  retrieveSession,
  updateSession,
} from '@parlance/schemas/managed-agents';
import type {
  DeletedSession,
  OutcomeEvaluation,
  Session,
  SessionCreateParams,
  SessionListParams,
} from '@parlance/schemas/managed-agents';
import { sessionUpdateParams, type SessionUpdateInput } from './defined-tool.js';
import { SessionResources } from './session-resources.js';
import { SessionEvents } from './session-events.js';
import { SessionThreads } from './session-threads.js';
import type { SessionRunOptions, SessionRunResult } from './session-run-options.js';
import { runSession } from './session-runner.js';
import { outcomeStates, waitForSession, watchSession, type WatchOptions } from './session-watch.js';
import { memoryLedger, type ToolLedger } from './tool-ledger.js';

/** Creates, runs and manages sessions: running instances of agents. */
export class Sessions {
  /** Resources attached to a session. */
  readonly resources: SessionResources;
  /** Events sent to a session and emitted by it. */
  readonly events: SessionEvents;
  /** Threads of a session. */
  readonly threads: SessionThreads;
  readonly #transport: Transport;
  readonly #ledger: ToolLedger = memoryLedger();

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.resources = new SessionResources(transport);
    this.events = new SessionEvents(transport);
    this.threads = new SessionThreads(transport);
  }

  /** Creates a session. It is idle until the first event is sent. */
  create(params: SessionCreateParams, options?: CallOptions): ApiPromise<Session> {
    return this.#transport.call(createSession, { body: params }, options);
  }

  /** Retrieves a session. */
  retrieve(sessionId: string, options?: CallOptions): ApiPromise<Session> {
    return this.#transport.call(retrieveSession, { params: { session_id: sessionId } }, options);
  }

  /** Lists sessions, newest first unless `order` is `asc`. Archived sessions are included only with `include_archived`. */
  list(params: SessionListParams = {}, options?: ListOptions): Paginator<Session> {
    return this.#transport.list(listSessions, { query: params }, options);
  }

  /** Updates a session's title, metadata, tools or MCP servers. */
  update(sessionId: string, params: SessionUpdateInput, options?: CallOptions): ApiPromise<Session> {
    const input = { params: { session_id: sessionId }, body: sessionUpdateParams(params) };
    return this.#transport.call(updateSession, input, options);
  }

  /** Archives a session permanently: it is terminated and becomes read-only. */
  archive(sessionId: string, options?: CallOptions): ApiPromise<Session> {
    return this.#transport.call(archiveSession, { params: { session_id: sessionId } }, options);
  }

  /** Deletes a session and its events. */
  delete(sessionId: string, options?: CallOptions): ApiPromise<DeletedSession> {
    return this.#transport.call(deleteSession, { params: { session_id: sessionId } }, options);
  }

  /**
   * Runs a session to the end of its turn: sends input, runs custom tools, answers permission prompts and reconnects
   * as needed. An idle session counts as finished only when its stop reason says so. Calls of other tools, and
   * prompts without `onPermission`, are left to other clients: the run waits for them.
   *
   * Errors of tools are sent to the agent; errors of a ledger or a callback end the run and are rethrown unchanged.
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
