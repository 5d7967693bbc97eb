/** Responses to the tool calls and permission prompts that a session is waiting for, each sent once. */
import {
  BadRequestError,
  ConflictError,
  ConnectionError,
  InvalidParamsError,
  RequestTooLargeError,
} from '@parlance/core-transport';
import { wait } from '@parlance/core-transport/internal';
import type {
  AgentMcpToolUseEvent,
  AgentToolUseEvent,
  SessionEvent,
  UserEventParams,
  UserInterruptEvent,
} from '@parlance/schemas/managed-agents';
import { SessionError, ToolError } from './session-errors.js';
import type { SessionEvents } from './session-events.js';
import { failedResult, type SessionTool } from './session-tools.js';
import { runToolCall, type ToolCall, type ToolCallSettings, type ToolUse } from './tool-call.js';
import type { StoredToolResult } from './tool-ledger.js';

/** A tool call that needs permission. */
export type PermissionRequest = AgentToolUseEvent | AgentMcpToolUseEvent;

/**
 * Answer to a permission prompt: `allow`, `deny`, `{ deny: reason }` with a reason for the agent, or `leave` if
 * another client answers the prompt.
 */
export type PermissionAnswer = 'allow' | 'deny' | 'leave' | { readonly deny: string };

/** Dependencies of {@link SessionAnswers}. */
export interface AnswerParts extends ToolCallSettings {
  readonly events: SessionEvents;
  readonly sessionId: string;
  readonly tools: ReadonlyMap<string, SessionTool>;
  /** What to do about calls of unknown tools, and about prompts without `onPermission`. */
  readonly unclaimed: 'leave' | 'reject';
  /** Runs the calls of tools. Default: {@link runToolCall}. */
  readonly runCall: ((call: ToolCall) => Promise<StoredToolResult | undefined>) | undefined;
  readonly onPermission:
    ((request: PermissionRequest) => PermissionAnswer | Promise<PermissionAnswer>) | undefined;
  readonly baseDelayMs: number;
  readonly signal: AbortSignal;
  /** Receives the error of a response that could not be sent. */
  readonly onFailure: (error: unknown) => void;
}

const TOOL_USES: ReadonlySet<string> = new Set([
  'agent.custom_tool_use',
  'agent.tool_use',
  'agent.mcp_tool_use',
]);
const CALL_EVENTS = [
  ...TOOL_USES,
  'user.tool_confirmation',
  'user.custom_tool_result',
  'user.tool_result',
] as const;
/** Maximum attempts to send a response. Sending one twice is a harmless conflict. */
const MAX_TRIES = 6;

/** Runs tools and answers prompts concurrently with the feed, so that a slow tool does not delay an interrupt. */
export class SessionAnswers {
  readonly #parts: AnswerParts;
  readonly #uses = new Map<string, ToolUse>();
  /** Calls with a result, sent by this run or by another client. */
  readonly #settled = new Set<string>();
  /** Prompts that `onPermission` has been called for. */
  readonly #asked = new Set<string>();
  /** Prompts that are confirmed. The session may still wait for the result of the same call. */
  readonly #confirmed = new Set<string>();
  /** Calls that this run is executing. */
  readonly #running = new Map<
    string,
    { readonly done: Promise<void>; readonly controller: AbortController }
  >();
  /** Aborted when no more calls may start. */
  readonly #stop = new AbortController();

  /** @param parts - See {@link AnswerParts}. */
  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  /** Records an event of the session. */
  note(event: SessionEvent): void {
    if (isToolUse(event)) this.#uses.set(event.id, event);
    else if (event.type === 'user.custom_tool_result') this.#settle(event.custom_tool_use_id);
    else if (event.type === 'user.tool_result') this.#settle(event.tool_use_id);
    else if (event.type === 'user.tool_confirmation' && event.result === 'deny')
      this.#settle(event.tool_use_id);
    else if (event.type === 'user.tool_confirmation') this.#confirmed.add(event.tool_use_id);
    else if (event.type === 'user.interrupt') this.#interrupt(event);
  }

  /** Starts to answer what an idle session is waiting for. */
  async answer(ids: readonly string[]): Promise<void> {
    if (ids.some((id) => !this.#uses.has(id) && !this.#settled.has(id)))
      await this.#lookUp(() => ids.every((id) => this.#uses.has(id)));
    if (this.#stop.signal.aborted) return;
    for (const id of ids) this.#start(id);
  }

  /** Stops starting calls, and waits until the results of running calls have been sent. */
  async drain(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Stops the calls that an interrupt cancels. Calls found by a lookup may be newer than the interrupt. */
  #interrupt({ session_thread_id: thread, processed_at: at }: UserInterruptEvent): void {
    for (const [id, { controller }] of this.#running) {
      const use = this.#uses.get(id);
      const isStopped = thread == null || use?.session_thread_id === thread;
      if (isStopped && use !== undefined && at != null && use.processed_at <= at) controller.abort();
    }
  }

  #settle(id: string): void {
    this.#settled.add(id);
    this.#running.get(id)?.controller.abort();
  }

  #start(id: string): void {
    const use = this.#uses.get(id);
    if (use === undefined || this.#settled.has(id)) return;
    const isPrompt = use.type !== 'agent.custom_tool_use' && use.evaluated_permission === 'ask';
    if (isPrompt && !this.#confirmed.has(id)) this.#confirm(use);
    else this.#run(use);
  }

  #run(use: ToolUse): void {
    const { tools, unclaimed, signal, onFailure } = this.#parts;
    const tool = tools.get(use.name);
    if (tool === undefined && unclaimed === 'leave') return;
    this.#settled.add(use.id);
    const controller = new AbortController();
    const done = this.#sendResult(use, tool, AbortSignal.any([signal, controller.signal]))
      .catch(onFailure)
      .finally(() => this.#running.delete(use.id));
    this.#running.set(use.id, { done, controller });
  }

  async #sendResult(use: ToolUse, tool: SessionTool | undefined, signal: AbortSignal): Promise<void> {
    const result =
      tool === undefined
        ? failedResult(`Unknown tool: ${use.name}`)
        : await this.#resultOf({
            sessionId: this.#parts.sessionId,
            use,
            tool,
            signal,
            stop: this.#stop.signal,
          });
    if (result === undefined) return;
    try {
      await this.#send(resultEvent(use, result));
    } catch (error) {
      if (!isRejection(error)) throw error;
      await this.#sendRejection(use, error);
    }
  }

  #resultOf(call: ToolCall): Promise<StoredToolResult | undefined> {
    const { runCall } = this.#parts;
    return runCall === undefined ? runToolCall(this.#parts, call) : runCall(call);
  }

  /** Sends the reason why the service rejected a result. Without a result the session would wait forever. */
  async #sendRejection(use: ToolUse, cause: Error): Promise<void> {
    const { onToolError } = this.#parts;
    const text = `The service rejected the tool's result: ${cause.message}`;
    const facts = { toolName: use.name, toolUseId: use.id, cause };
    // The run fails then, and the next one sends the result again.
    if ((await onToolError?.(new ToolError('tool_result_rejected', text, facts))) === false) return;
    await this.#send(resultEvent(use, failedResult(text)));
  }

  #confirm(use: PermissionRequest): void {
    const { onPermission, unclaimed, onFailure } = this.#parts;
    if (this.#asked.has(use.id) || (onPermission === undefined && unclaimed === 'leave')) return;
    this.#asked.add(use.id);
    this.#sendConfirmation(use).catch(onFailure);
  }

  async #sendConfirmation(use: PermissionRequest): Promise<void> {
    const { onPermission, sessionId } = this.#parts;
    const answer: unknown =
      onPermission === undefined
        ? { deny: 'No one is available to approve this call.' }
        : await onPermission(use);
    if (answer === 'leave') return;
    const reason = (answer as { deny?: unknown } | null | undefined)?.deny;
    const result = typeof reason === 'string' ? 'deny' : answer;
    if (result !== 'allow' && result !== 'deny') {
      const text = "`onPermission` must return 'allow', 'deny', 'leave' or { deny: reason }";
      throw new SessionError('invalid_permission_answer', text, sessionId);
    }
    const denial = typeof reason === 'string' ? { deny_message: reason } : {};
    try {
      await this.#send({ type: 'user.tool_confirmation', tool_use_id: use.id, result, ...denial });
    } catch (error) {
      if (!BadRequestError.is(error)) throw error;
      // A call that another client has allowed waits for its result, and the service rejects a second confirmation.
      await this.#lookUp(() => this.#confirmed.has(use.id));
      if (!this.#confirmed.has(use.id)) throw error;
    }
  }

  /** Reads the events about calls, latest first, until it has found what is missing. */
  async #lookUp(isFound: () => boolean): Promise<void> {
    const { events, sessionId, signal } = this.#parts;
    const listed = events.list(sessionId, { types: [...CALL_EVENTS], order: 'desc' }, { signal });
    for await (const event of listed) {
      this.note(event);
      if (isFound()) return;
    }
  }

  /** Sends a response. A conflict means that the call is settled, by an earlier attempt or by another client. */
  async #send(event: UserEventParams): Promise<void> {
    const { events, sessionId, signal, baseDelayMs } = this.#parts;
    for (let tries = 1; ; tries++) {
      try {
        await events.send(sessionId, { events: [event] }, { signal });
        return;
      } catch (error) {
        if (ConflictError.is(error)) return;
        if (!ConnectionError.is(error) || tries === MAX_TRIES || signal.aborted) throw error;
        await wait(Math.random() * baseDelayMs * 2 ** tries, signal);
      }
    }
  }
}

function isToolUse(event: SessionEvent): event is ToolUse {
  return TOOL_USES.has(event.type);
}

function resultEvent(use: ToolUse, { content, is_error }: StoredToolResult): UserEventParams {
  const result = { content: [...content], is_error };
  return use.type === 'agent.custom_tool_use'
    ? { type: 'user.custom_tool_result', custom_tool_use_id: use.id, ...result }
    : { type: 'user.tool_result', tool_use_id: use.id, ...result };
}

function isRejection(error: unknown): error is Error {
  return BadRequestError.is(error) || RequestTooLargeError.is(error) || InvalidParamsError.is(error);
}
