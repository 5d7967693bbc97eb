/** Answers to the tool calls and permission prompts that a session waits for, each given once. */
import {
  BadRequestError,
  ConflictError,
  ConnectionError,
  InvalidParamsError,
  RequestTooLargeError,
} from '@parlance/core-transport';
import type {
  AgentCustomToolUseEvent,
  AgentMcpToolUseEvent,
  AgentToolUseEvent,
  SessionEvent,
  UserEventParams,
} from '@parlance/schemas/managed-agents';
import type { SessionEvents } from './session-events.js';
import { wait } from './session-feed.js';
import { failedResult, resultOf, type ToolRunnerParts } from './session-tools.js';
import type { StoredToolResult } from './tool-ledger.js';

/** A tool call that needs the user's permission. */
export type PermissionRequest = AgentToolUseEvent | AgentMcpToolUseEvent;

/** Answer to a permission prompt; a refusal can say why. */
export type PermissionAnswer = 'allow' | 'deny' | { readonly deny: string };

/** What gives the answers. */
export interface AnswerParts extends ToolRunnerParts {
  readonly events: SessionEvents;
  readonly sessionId: string;
  readonly onPermission:
    ((request: PermissionRequest) => PermissionAnswer | Promise<PermissionAnswer>) | undefined;
  readonly baseDelayMs: number;
  /** Hears of an answer that could not be given. */
  readonly onFailure: (error: unknown) => void;
}

type ToolUse = AgentCustomToolUseEvent | PermissionRequest;

const TOOL_USES: ReadonlySet<string> = new Set([
  'agent.custom_tool_use',
  'agent.tool_use',
  'agent.mcp_tool_use',
]);
const TOLD_LATER = [
  ...TOOL_USES,
  'user.tool_confirmation',
  'user.custom_tool_result',
  'user.tool_result',
] as const;
/** Tries to send an answer; a second one that arrives is a conflict and does no harm. */
const MAX_TRIES = 6;

/** Gives answers beside the feed, so that a tool which takes its time keeps nobody from hearing of an interrupt. */
export class SessionAnswers {
  readonly #parts: AnswerParts;
  readonly #uses = new Map<string, ToolUse>();
  /** Calls with a result, here or from somebody else. */
  readonly #settled = new Set<string>();
  /** Prompts whose answer has been sent. */
  readonly #asked = new Set<string>();
  /** Prompts whose answer the session has taken: it may ask for the result of the same call then. */
  readonly #confirmed = new Set<string>();

  /** @param parts - See {@link AnswerParts}. */
  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  /** Takes note of an event of the session. */
  note(event: SessionEvent): void {
    if (isToolUse(event)) this.#uses.set(event.id, event);
    else if (event.type === 'user.custom_tool_result') this.#settled.add(event.custom_tool_use_id);
    else if (event.type === 'user.tool_result') this.#settled.add(event.tool_use_id);
    else if (event.type === 'user.tool_confirmation') this.#confirmed.add(event.tool_use_id);
  }

  /** Begins to give the answers that are missing. */
  async give(ids: readonly string[]): Promise<void> {
    if (ids.some((id) => !this.#uses.has(id) && !this.#settled.has(id))) await this.#lookUp(ids);
    for (const id of ids) this.#answer(id)?.catch((error: unknown) => this.#parts.onFailure(error));
  }

  #answer(id: string): Promise<void> | undefined {
    const use = this.#uses.get(id);
    if (use === undefined || this.#settled.has(id)) return undefined;
    const isPrompt = use.type !== 'agent.custom_tool_use' && use.evaluated_permission === 'ask';
    if (!isPrompt || this.#confirmed.has(id)) {
      this.#settled.add(id);
      return this.#giveResult(use);
    }
    if (this.#asked.has(id)) return undefined;
    this.#asked.add(id);
    return this.#confirm(use);
  }

  async #giveResult(use: ToolUse): Promise<void> {
    const { ledger } = this.#parts;
    try {
      await this.#send(resultEvent(use, await resultOf(this.#parts, use)));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // No result would leave the session waiting for ever: the agent hears what was wrong with this one.
      const told = failedResult(`The tool's result was refused: ${error.message}`);
      await ledger.finish(use.id, told);
      await this.#send(resultEvent(use, told));
    }
  }

  async #confirm(use: PermissionRequest): Promise<void> {
    const { onPermission } = this.#parts;
    const answer = onPermission === undefined ? { deny: 'There is nobody to ask.' } : await onPermission(use);
    const base = { type: 'user.tool_confirmation' as const, tool_use_id: use.id };
    if (answer === 'allow' || answer === 'deny') return this.#send({ ...base, result: answer });
    if (typeof (answer as { deny?: unknown } | undefined)?.deny !== 'string')
      throw new TypeError('onPermission: must give allow, deny or { deny }');
    return this.#send({ ...base, result: 'deny', deny_message: answer.deny });
  }

  /** Reads what lies before the begin of the feed. */
  async #lookUp(ids: readonly string[]): Promise<void> {
    const { events, sessionId, signal } = this.#parts;
    const missing = new Set(ids.filter((id) => !this.#uses.has(id)));
    const listed = events.list(sessionId, { types: [...TOLD_LATER], order: 'desc' }, { signal });
    for await (const event of listed) {
      this.note(event);
      if (isToolUse(event)) missing.delete(event.id);
      if (missing.size === 0) return;
    }
  }

  /** Sends an answer. A conflict says that the call is settled, by an earlier try or by somebody else. */
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

function isRefusal(error: unknown): error is Error {
  return BadRequestError.is(error) || RequestTooLargeError.is(error) || InvalidParamsError.is(error);
}
