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
  SessionUpdateParams,
} from '@parlance/schemas/managed-agents';
import { SessionResources } from './session-resources.js';
import { SessionEvents } from './session-events.js';
import { SessionThreads } from './session-threads.js';
import { runSession, type SessionRunOptions, type SessionRunResult } from './session-runner.js';
import { outcomeStates, waitForSession, watchSession, type WatchOptions } from './session-watch.js';

/** Sessions: running instances of agents. */
export class Sessions {
  /** Resources attached to a session. */
  readonly resources: SessionResources;
  /** Events sent to a session and emitted by it. */
  readonly events: SessionEvents;
  /** Threads of a session. */
  readonly threads: SessionThreads;
  readonly #transport: Transport;

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
  update(sessionId: string, params: SessionUpdateParams, options?: CallOptions): ApiPromise<Session> {
    return this.#transport.call(updateSession, { params: { session_id: sessionId }, body: params }, options);
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
   * Runs a session to the end of its turn: sends input, answers custom tools and permission prompts, connects again
   * when it must, and returns when nothing is left to do.
   *
   * @throws `ApiError` when the session is not there, `AbortedError` when the signal fires, and whatever a ledger or a
   * callback throws. What a tool throws is told to the agent.
   */
  run(sessionId: string, options: SessionRunOptions = {}): Promise<SessionRunResult> {
    return runSession(this.events, sessionId, options);
  }

  /**
   * Waits until a predicate holds for the session.
   *
   * @throws `Error` when the session ends without.
   */
  waitFor(
    sessionId: string,
    predicate: (session: Session) => boolean,
    options: WatchOptions = {},
  ): Promise<Session> {
    return waitForSession(watchSession(this, sessionId, options), predicate);
  }

  /** Gives each state of an outcome, from the present one to its final result. */
  followOutcome(
    sessionId: string,
    outcomeId: string,
    options: WatchOptions = {},
  ): AsyncIterable<OutcomeEvaluation> {
    return outcomeStates(watchSession(this, sessionId, options), outcomeId);
  }
}
