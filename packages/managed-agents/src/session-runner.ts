/** Runs a session to the end of its turn: sends input, answers tools and permission prompts. */
import { ConflictError, ConnectionError } from '@parlance/core-transport';
import type {
  AgentCustomToolUseEvent,
  AgentMcpToolUseEvent,
  AgentToolUseEvent,
  SessionEvent,
  UserEventParams,
} from '@parlance/schemas';
import type { SessionEvents } from './session-events.js';
import { SessionFeed, wait, type FeedCheckpoint } from './session-feed.js';
import { resultOf, type SessionTool, type ToolRunnerParts } from './session-tools.js';
import { memoryLedger, type ToolLedger } from './tool-ledger.js';

/** A tool call that needs the user's permission. */
export type PermissionRequest = AgentToolUseEvent | AgentMcpToolUseEvent;

/** Answer to a permission prompt; a refusal can say why. */
export type PermissionAnswer = 'allow' | 'deny' | { readonly deny: string };

/** Options of a run. */
export interface SessionRunOptions {
  /** What to send first: a text as the user's message, or events. Default nothing: the session goes on where it is. */
  readonly input?: string | readonly UserEventParams[] | undefined;
  /** Tools that answer the agent's calls. A call of any other tool is answered with an error. */
  readonly tools?: readonly SessionTool[] | undefined;
  /** Asked when a tool call needs permission. Default every such call is denied. */
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
  readonly from?: FeedCheckpoint | undefined;
  /** Stops the run; the session itself goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Longest first wait before a new connection or another try, in milliseconds. Default 500. */
  readonly baseDelayMs?: number | undefined;
}

/** How a run ended. */
export interface SessionRunResult {
  /** The stop reason of the last idle event, or how the session ended. Never `requires_action`. */
  readonly ending: string;
  /** What the agent said last; the empty string when it said nothing. */
  readonly text: string;
  /** Where the feed stands, to go on from. */
  readonly checkpoint: FeedCheckpoint;
}

type ToolUse = AgentCustomToolUseEvent | PermissionRequest;

const TOOL_USES: ReadonlySet<string> = new Set([
  'agent.custom_tool_use',
  'agent.tool_use',
  'agent.mcp_tool_use',
]);
/** Tries to send an answer; a second one that arrives is a conflict and does no harm. */
const MAX_TRIES = 6;

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

class Runner {
  readonly #events: SessionEvents;
  readonly #sessionId: string;
  readonly #options: SessionRunOptions;
  readonly #toolParts: ToolRunnerParts;
  readonly #uses = new Map<string, ToolUse>();
  readonly #settled = new Set<string>();
  readonly #confirmed = new Set<string>();
  readonly #awaited = new Set<string>();
  #status: SessionEvent | undefined;
  #text = '';
  #isDeleted = false;

  constructor(events: SessionEvents, sessionId: string, options: SessionRunOptions) {
    this.#events = events;
    this.#sessionId = sessionId;
    this.#options = options;
    this.#toolParts = {
      tools: options.tools ?? [],
      ledger: options.ledger ?? memoryLedger(),
      interruptedCalls: options.interruptedCalls ?? 'report',
      signal: options.signal ?? new AbortController().signal,
    };
  }

  async run(): Promise<SessionRunResult> {
    const { from, signal, baseDelayMs } = this.#options;
    const feed = new SessionFeed(this.#events, this.#sessionId, { from, signal, baseDelayMs });
    let isLive = false;
    for await (const event of feed.read()) {
      if (event === undefined) {
        isLive = true;
        await this.#sendInput();
        this.#status ??= await this.#latestStatus();
      } else this.#note(event);
      if (isLive && (event === undefined || event === this.#status) && (await this.#isDone())) break;
    }
    const { checkpoint } = feed;
    return { ending: this.#ending(), text: this.#text, checkpoint };
  }

  #note(event: SessionEvent): void {
    this.#options.onEvent?.(event);
    switch (event.type) {
      case 'agent.custom_tool_use':
      case 'agent.tool_use':
      case 'agent.mcp_tool_use':
        this.#uses.set(event.id, event);
        break;
      case 'agent.message':
        this.#text = event.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
        break;
      case 'user.custom_tool_result':
        this.#settled.add(event.custom_tool_use_id);
        break;
      case 'user.tool_result':
        this.#settled.add(event.tool_use_id);
        break;
      case 'user.tool_confirmation':
        this.#confirmed.add(event.tool_use_id);
        break;
      case 'user.message':
      case 'user.define_outcome':
        this.#awaited.delete(event.id);
        break;
      case 'session.status_idle':
      case 'session.status_running':
      case 'session.status_rescheduled':
      case 'session.status_terminated':
        this.#status = event;
        break;
      case 'session.deleted':
        this.#isDeleted = true;
        break;
      default:
    }
  }

  async #sendInput(): Promise<void> {
    const { input, signal } = this.#options;
    if (input === undefined) return;
    const events: UserEventParams[] =
      typeof input === 'string'
        ? [{ type: 'user.message', content: [{ type: 'text', text: input }] }]
        : [...input];
    const sent = await this.#events.send(this.#sessionId, { events }, { signal });
    for (const event of sent.data ?? [])
      if (event.type === 'user.message' || event.type === 'user.define_outcome') this.#awaited.add(event.id);
  }

  /** The last status event, when the feed began behind it. */
  async #latestStatus(): Promise<SessionEvent | undefined> {
    const types = ['session.status_idle', 'session.status_running', 'session.status_terminated'];
    const page = await this.#events.list(this.#sessionId, { types, order: 'desc', limit: 1 });
    return page.data[0];
  }

  /** Answers what the session waits for. Tells whether nothing is left to do. */
  async #isDone(): Promise<boolean> {
    const status = this.#status;
    if (status === undefined) return this.#awaited.size === 0;
    if (status.type === 'session.status_terminated') return true;
    if (status.type !== 'session.status_idle') return false;
    const { stop_reason: reason } = status;
    if (reason.type !== 'requires_action') return this.#awaited.size === 0;
    await Promise.all(reason.event_ids.map((id) => this.#answer(id)));
    return false;
  }

  async #answer(id: string): Promise<void> {
    if (this.#settled.has(id)) return;
    const use = this.#uses.get(id) ?? (await this.#findUse(id));
    if (use === undefined) return;
    const isPrompt = use.type !== 'agent.custom_tool_use' && use.evaluated_permission === 'ask';
    if (isPrompt && !this.#confirmed.has(id)) {
      this.#confirmed.add(id);
      await this.#send(await this.#confirmation(use));
      return;
    }
    this.#settled.add(id);
    const { content, is_error } = await resultOf(this.#toolParts, use);
    const result = { content: [...content], is_error };
    await this.#send(
      use.type === 'agent.custom_tool_use'
        ? { type: 'user.custom_tool_result', custom_tool_use_id: id, ...result }
        : { type: 'user.tool_result', tool_use_id: id, ...result },
    );
  }

  async #confirmation(use: PermissionRequest): Promise<UserEventParams> {
    const answer = (await this.#options.onPermission?.(use)) ?? { deny: 'There is nobody to ask.' };
    const base = { type: 'user.tool_confirmation' as const, tool_use_id: use.id };
    if (answer === 'allow' || answer === 'deny') return { ...base, result: answer };
    return { ...base, result: 'deny', deny_message: answer.deny };
  }

  async #findUse(id: string): Promise<ToolUse | undefined> {
    const { signal } = this.#options;
    for await (const event of this.#events.list(
      this.#sessionId,
      { types: [...TOOL_USES], order: 'desc' },
      { signal },
    ))
      if ((event as { id?: unknown }).id === id) return event as ToolUse;
    return undefined;
  }

  /** Sends an answer. A conflict says that the call is settled, by an earlier try or by somebody else. */
  async #send(event: UserEventParams): Promise<void> {
    const { signal, baseDelayMs = 500 } = this.#options;
    for (let tries = 1; ; tries++) {
      try {
        await this.#events.send(this.#sessionId, { events: [event] }, { signal });
        return;
      } catch (error) {
        if (ConflictError.is(error)) return;
        if (!ConnectionError.is(error) || tries === MAX_TRIES || signal?.aborted === true) throw error;
        await wait(Math.random() * baseDelayMs * 2 ** tries, signal);
      }
    }
  }

  #ending(): string {
    const status = this.#status;
    if (this.#isDeleted) return 'deleted';
    return status?.type === 'session.status_idle' ? status.stop_reason.type : 'terminated';
  }
}
