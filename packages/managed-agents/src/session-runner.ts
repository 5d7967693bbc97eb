/** Runs a session to the end of its turn: sends input, answers tools and permission prompts. */
import type { OpenEnum } from '@parlance/schemas/kit';
import type {
  SessionEvent,
  SessionStatusIdleEvent,
  SessionStatusRescheduledEvent,
  SessionStatusRunningEvent,
  SessionStatusTerminatedEvent,
  UserEventParams,
} from '@parlance/schemas/managed-agents';
import { SessionAnswers, type PermissionAnswer, type PermissionRequest } from './session-answers.js';
import type { SessionEvents } from './session-events.js';
import { SessionFeed, type FeedCheckpoint } from './session-feed.js';
import type { SessionTool } from './session-tools.js';
import { memoryLedger, type ToolLedger } from './tool-ledger.js';

/** Options of a run. */
export interface SessionRunOptions {
  /** What to send first: a text as the user's message, or events. Default nothing: the session goes on where it is. */
  readonly input?: string | readonly UserEventParams[] | undefined;
  /** Tools that answer the agent's calls. A call of any other tool is answered with an error. */
  readonly tools?: readonly SessionTool[] | undefined;
  /** Asked when a tool call needs permission; another answer is a `TypeError`. Default every such call is denied. */
  readonly onPermission?:
    ((request: PermissionRequest) => PermissionAnswer | Promise<PermissionAnswer>) | undefined;
  /** Hears of every event, history included. */
  readonly onEvent?: ((event: SessionEvent) => void) | undefined;
  /** Where results are kept before they are sent. Default in memory. */
  readonly ledger?: ToolLedger | undefined;
  /**
   * What is done about a call that the ledger knows as begun and not finished: `report` tells the agent that it broke
   * off, so that it never runs twice; `rerun` runs it again. Default `report`.
   */
  readonly interruptedCalls?: 'report' | 'rerun' | undefined;
  /** Where to go on reading events. Default the begin of the session. */
  readonly resumeFrom?: FeedCheckpoint | undefined;
  /** Stops the run and its tools; the session itself goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Longest first wait before a new connection or another try, in milliseconds. Default 500. */
  readonly baseDelayMs?: number | undefined;
}

/** How a run ended. */
export interface SessionRunResult {
  /** The stop reason of the last idle event, never `requires_action`; or how the session itself ended. */
  readonly reason: OpenEnum<'end_turn' | 'retries_exhausted' | 'terminated' | 'deleted'>;
  /** What the agent said last since the user's last message or outcome; the empty string when it said nothing. */
  readonly text: string;
  /** Where the feed stands, to go on from. */
  readonly checkpoint: FeedCheckpoint;
}

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

/**
 * Runs a session until it has finished its turn. Idle is not taken for finished: the stop reason counts.
 *
 * @param events - The events of sessions.
 * @param sessionId - The session.
 * @param options - See {@link SessionRunOptions}.
 */
export function runSession(
  events: SessionEvents,
  sessionId: string,
  options: SessionRunOptions = {},
): Promise<SessionRunResult> {
  return new Runner(events, sessionId, options).run();
}

/**
 * Gives the event that told a session's status last, undefined for a session that has not run.
 *
 * @param events - The events of sessions.
 * @param sessionId - The session.
 * @param signal - Ends the wait.
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
  readonly #events: SessionEvents;
  readonly #sessionId: string;
  readonly #options: SessionRunOptions;
  readonly #answers: SessionAnswers;
  /** Fires when the run is over, however it ends: what is under way beside the feed stops then. */
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  /** Input that the session has not taken up yet. */
  readonly #awaited = new Set<string>();
  #failure: { readonly error: unknown } | undefined;
  #status: StatusEvent | undefined;
  #text = '';

  constructor(events: SessionEvents, sessionId: string, options: SessionRunOptions) {
    const { signal, tools = [], interruptedCalls = 'report', onPermission, baseDelayMs = 500 } = options;
    this.#events = events;
    this.#sessionId = sessionId;
    this.#options = options;
    this.#signal = signal === undefined ? this.#over.signal : AbortSignal.any([signal, this.#over.signal]);
    this.#answers = new SessionAnswers({
      events,
      sessionId,
      tools,
      ledger: options.ledger ?? memoryLedger(),
      interruptedCalls,
      onPermission,
      baseDelayMs,
      signal: this.#signal,
      onFailure: (error) => this.#fail(error),
    });
  }

  async run(): Promise<SessionRunResult> {
    const { resumeFrom, baseDelayMs } = this.#options;
    const feed = new SessionFeed(this.#events, this.#sessionId, {
      resumeFrom,
      signal: this.#signal,
      baseDelayMs,
    });
    try {
      const reason = await this.#read(feed);
      return { reason, text: this.#text, checkpoint: feed.checkpoint };
    } catch (error) {
      throw this.#failure === undefined ? error : this.#failure.error;
    } finally {
      this.#over.abort();
    }
  }

  /** Stops the run because of an answer that could not be given, unless it is stopping anyway. */
  #fail(error: unknown): void {
    if (this.#signal.aborted) return;
    this.#failure = { error };
    this.#over.abort();
  }

  async #read(feed: SessionFeed): Promise<SessionRunResult['reason']> {
    let isLive = false;
    for await (const event of feed.read()) {
      if (event === undefined) {
        isLive = true;
        await this.#begin();
      } else this.#note(event);
      if (!isLive || (event !== undefined && event !== this.#status)) continue;
      const reason = await this.#reasonOf(this.#status);
      if (reason !== undefined) return reason;
    }
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

  /** Sends the input once history is through. The status that history tells may be older than the input, or missing. */
  async #begin(): Promise<void> {
    const { input } = this.#options;
    if (input === undefined) {
      this.#status ??= await latestStatus(this.#events, this.#sessionId, this.#signal);
      return;
    }
    const events: UserEventParams[] =
      typeof input === 'string'
        ? [{ type: 'user.message', content: [{ type: 'text', text: input }] }]
        : [...input];
    const sent = await this.#events.send(this.#sessionId, { events }, { signal: this.#signal });
    for (const event of sent.data ?? [])
      if (event.type === 'user.message' || event.type === 'user.define_outcome') this.#awaited.add(event.id);
    this.#status = await latestStatus(this.#events, this.#sessionId, this.#signal);
  }

  /** Tells how the run ended when nothing is left to do; else begins to answer what the session waits for. */
  async #reasonOf(status: StatusEvent | undefined): Promise<SessionRunResult['reason'] | undefined> {
    if (status === undefined) return this.#awaited.size === 0 ? 'end_turn' : undefined;
    if (status.type === 'session.status_terminated') return 'terminated';
    if (status.type !== 'session.status_idle') return undefined;
    const { stop_reason: reason } = status;
    if (reason.type === 'requires_action') {
      await this.#answers.give(reason.event_ids as readonly string[]);
      return undefined;
    }
    if (this.#awaited.size === 0) return reason.type;
    // A turn that fails for good takes along what waits in the queue: it will never be taken up.
    const isFlushed =
      reason.type === 'retries_exhausted' &&
      (await latestStatus(this.#events, this.#sessionId, this.#signal))?.id === status.id;
    return isFlushed ? reason.type : undefined;
  }
}
