/** Runs a session to the end of its turn: sends input, runs tools and answers permission prompts. */
import { AbortedError, NotFoundError } from '@parlance/core-transport';
import type {
  OutcomeEvaluation,
  Session,
  SessionEvent,
  SessionStatusIdleEvent,
  SessionStatusRescheduledEvent,
  SessionStatusRunningEvent,
  SessionStatusTerminatedEvent,
} from '@parlance/schemas/managed-agents';
import { SessionAnswers } from './session-answers.js';
import type { ToolError } from './session-errors.js';
import type { SessionEvents } from './session-events.js';
import { persist, SessionFeed } from './session-feed.js';
import { inputEvents, recentInput, sendInput } from './session-input.js';
import { checkRunOptions, type SessionRunOptions, type SessionRunResult } from './session-run-options.js';
import { toolsByName } from './session-tools.js';
import type { Sessions } from './sessions.js';
import type { ToolLedger } from './tool-ledger.js';

type Reason = SessionRunResult['reason'];

type StatusEvent =
  | SessionStatusIdleEvent
  | SessionStatusRunningEvent
  | SessionStatusRescheduledEvent
  | SessionStatusTerminatedEvent;

const STATUSES = [
  'session.status_idle',
  'session.status_running',
  'session.status_rescheduled',
  'session.status_terminated',
];
const TOOL_TIMEOUT_MS = 600_000;

/** Session to run. */
export interface RunTarget {
  readonly sessions: Pick<Sessions, 'events' | 'retrieve'>;
  readonly sessionId: string;
  /** Ledger of runs without one of their own. */
  readonly ledger: ToolLedger;
}

/**
 * Runs a session. An idle session is finished only when its stop reason says so.
 *
 * @param target - See {@link RunTarget}.
 * @param options - See {@link SessionRunOptions}.
 */
export async function runSession(
  target: RunTarget,
  options: SessionRunOptions = {},
): Promise<SessionRunResult> {
  checkRunOptions(options);
  return new Runner(target, options).run();
}

/**
 * Returns the most recent status event of a session; undefined for a session that has not run.
 *
 * @param events - The events resource.
 * @param sessionId - Identifier of the session.
 * @param signal - Aborts the request.
 */
export async function latestStatus(
  events: SessionEvents,
  sessionId: string,
  signal: AbortSignal | undefined,
): Promise<StatusEvent | undefined> {
  const query = { types: STATUSES, order: 'desc', limit: 1 } as const;
  const { data } = await events.list(sessionId, query, { signal });
  return data[0] as StatusEvent | undefined;
}

class Runner {
  readonly #target: RunTarget;
  readonly #options: SessionRunOptions;
  readonly #answers: SessionAnswers;
  readonly #baseDelayMs: number;
  /** Aborted when the run ends for any reason; stops everything that runs alongside the feed. */
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  /** Messages and outcomes that the session has not started to process. */
  readonly #awaited = new Set<string>();
  /** Settles once the input has been sent. */
  #begun: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #isStopped = false;
  #status: StatusEvent | undefined;
  #outcomeId: string | undefined;
  #text = '';

  constructor(target: RunTarget, options: SessionRunOptions) {
    const { signal } = options;
    this.#target = target;
    this.#options = options;
    this.#baseDelayMs = options.baseDelayMs ?? 500;
    this.#signal = signal === undefined ? this.#over.signal : AbortSignal.any([signal, this.#over.signal]);
    this.#answers = new SessionAnswers({
      events: target.sessions.events,
      sessionId: target.sessionId,
      tools: toolsByName(options.tools ?? []),
      unclaimed: options.unclaimed ?? 'leave',
      ledger: options.ledger ?? target.ledger,
      owner: crypto.randomUUID(),
      interruptedCalls: options.interruptedCalls ?? 'report',
      toolTimeoutMs: options.toolTimeoutMs ?? TOOL_TIMEOUT_MS,
      onToolError: (error) => this.#report(error),
      onPermission: options.onPermission,
      runCall: options.runCall,
      baseDelayMs: this.#baseDelayMs,
      signal: this.#signal,
      onFailure: (error) => this.#fail(error),
    });
  }

  async run(): Promise<SessionRunResult> {
    const { resumeFrom, until, stop } = this.#options;
    const feed = new SessionFeed(this.#target.sessions.events, this.#target.sessionId, {
      resumeFrom,
      until,
      signal: this.#signal,
      baseDelayMs: this.#baseDelayMs,
    });
    const onStop = (): void => void this.#stop();
    stop?.addEventListener('abort', onStop, { once: true });
    if (stop?.aborted === true) onStop();
    try {
      return await this.#result(await this.#read(feed), feed);
    } catch (error) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#isStopped && AbortedError.is(error)) return await this.#result('stopped', feed);
      throw error;
    } finally {
      stop?.removeEventListener('abort', onStop);
      this.#over.abort();
    }
  }

  /** Ends the run once its input and the results of running calls have been sent. */
  async #stop(): Promise<void> {
    await Promise.allSettled([this.#begun, this.#answers.drain()]);
    if (this.#signal.aborted) return;
    this.#isStopped = true;
    this.#over.abort();
  }

  /** Reports the error of a tool. If that throws, the run fails, but the result of the call is still stored in the ledger. */
  async #report(error: ToolError): Promise<boolean> {
    try {
      await this.#options.onToolError?.(error);
      return true;
    } catch (thrown) {
      this.#fail(thrown);
      return false;
    }
  }

  /** Ends the run because a response could not be sent, unless it is already ending. */
  #fail(error: unknown): void {
    if (this.#signal.aborted) return;
    this.#failure = { error };
    this.#over.abort();
  }

  async #read(feed: SessionFeed): Promise<Reason> {
    let isLive = false;
    for await (const event of feed.read()) {
      if (event === undefined) {
        isLive = true;
        this.#begun = this.#begin();
        await this.#begun;
        if (!(await this.#isUpToDate(feed))) continue;
      } else this.#note(event);
      if (feed.checkpoint.until_reached === true) return 'until';
      if (!isLive || (event !== undefined && event !== this.#status)) continue;
      const reason = await this.#reasonOf(this.#status);
      if (reason !== undefined && (this.#options.follow !== true || reason === 'terminated')) return reason;
    }
    // A checkpoint of a session that has ended does not say how.
    this.#status ??= await this.#latestStatus().catch(undefinedIfAbsent);
    return this.#status?.type === 'session.status_terminated' ? 'terminated' : 'deleted';
  }

  #note(event: SessionEvent): void {
    this.#options.onEvent?.(event);
    this.#answers.note(event);
    switch (event.type) {
      case 'agent.message':
        this.#text = event.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
        break;
      case 'user.message':
      case 'user.define_outcome':
        this.#awaited.delete(event.id);
        this.#text = '';
        if (event.type === 'user.define_outcome') this.#outcomeId = event.outcome_id;
        break;
      case 'span.outcome_evaluation_end':
        this.#outcomeId = event.outcome_id;
        break;
      case 'session.status_idle':
      case 'session.status_running':
      case 'session.status_rescheduled':
      case 'session.status_terminated':
        this.#status = event;
        break;
      default:
    }
  }

  /** Sends the input after history has been read. */
  async #begin(): Promise<void> {
    const { sessions, sessionId } = this.#target;
    const target = {
      events: sessions.events,
      sessionId,
      signal: this.#signal,
      baseDelayMs: this.#baseDelayMs,
    };
    const { ids, queued } = await recentInput(target);
    const input = inputEvents(this.#options.input);
    const sent = input.length === 0 ? [] : await sendInput(target, input, ids);
    for (const id of [...queued, ...sent]) this.#awaited.add(id);
  }

  #latestStatus(): Promise<StatusEvent | undefined> {
    const { sessions, sessionId } = this.#target;
    const options = { ...this.#options, signal: this.#signal };
    return persist(() => latestStatus(sessions.events, sessionId, options.signal), options);
  }

  /** Reads the current status, and returns whether the feed has emitted all events up to it. */
  async #isUpToDate(feed: SessionFeed): Promise<boolean> {
    const latest = await this.#latestStatus();
    if (latest !== undefined && !feed.isPast(latest)) return false;
    this.#status = latest;
    return true;
  }

  /** Returns why the turn ended; undefined while it continues. Starts to answer what the session is waiting for. */
  async #reasonOf(status: StatusEvent | undefined): Promise<Reason | undefined> {
    if (status === undefined) return this.#awaited.size === 0 ? 'end_turn' : undefined;
    if (status.type === 'session.status_terminated') return 'terminated';
    if (status.type !== 'session.status_idle') return undefined;
    const { stop_reason: reason } = status;
    if (reason.type === 'requires_action') {
      await this.#answers.answer((reason.event_ids ?? []) as readonly string[]);
      return undefined;
    }
    if (this.#awaited.size === 0) return reason.type;
    // A turn that exhausts its retries discards the queue: queued events will never be processed.
    const isFlushed = reason.type === 'retries_exhausted' && (await this.#latestStatus())?.id === status.id;
    if (!isFlushed) return undefined;
    this.#awaited.clear();
    return reason.type;
  }

  async #result(reason: Reason, feed: SessionFeed): Promise<SessionRunResult> {
    return { reason, text: this.#text, outcome: await this.#outcome(), checkpoint: feed.checkpoint };
  }

  /** Reads the outcome from the session. An interrupted outcome may have no event with its verdict. */
  async #outcome(): Promise<OutcomeEvaluation | null> {
    const { sessions, sessionId } = this.#target;
    if (this.#outcomeId === undefined) return null;
    const { signal } = this.#options;
    const retrieve = (): PromiseLike<Session> => sessions.retrieve(sessionId, { signal });
    const session: Partial<Session> | undefined = await persist(retrieve, this.#options).catch(
      undefinedIfAbsent,
    );
    const { outcome_evaluations: all } = session ?? {};
    return all?.find(({ outcome_id }) => outcome_id === this.#outcomeId) ?? null;
  }
}

/** Handles the error of a session that has been deleted. */
function undefinedIfAbsent(error: unknown): undefined {
  if (!NotFoundError.is(error)) throw error;
}
