/** Stored state of a session: plain JSON, so that a world can be forked and restored while sessions run. */
import type { Session, SessionEvent, SessionResource, SessionStatus, SessionUsage } from '@parlance/schemas';
import type { ModelTurn } from '../../model/turns.js';

/** A tool call that is waiting for the client. */
export interface PendingCall {
  /** Id of the tool use event. */
  readonly eventId: string;
  /** Event that the client must send: a custom tool result, a confirmation, or the result of a self-hosted tool. */
  readonly awaits: 'custom_result' | 'confirmation' | 'hosted_result';
  /** The tool call. */
  readonly call: ToolCall;
  /** Response from the client; null until it is sent. */
  answer: PendingAnswer | null;
}

/** Response from the client to a pending tool call. */
export type PendingAnswer =
  | { readonly kind: 'allow' }
  | { readonly kind: 'deny'; readonly message: string }
  | { readonly kind: 'result'; readonly text: string };

/** A tool call made by the model. */
export interface ToolCall {
  /** Name of the tool. */
  readonly name: string;
  /** Name of the MCP server; undefined for other tools. */
  readonly server?: string | undefined;
  /** Tool input. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** State of a session thread. */
export interface ThreadState {
  readonly id: string;
  /** Index of its agent in the roster; null for the primary thread. */
  readonly rosterIndex: number | null;
  /** Id of the thread that created it; null for the primary thread. */
  readonly parentId: string | null;
  readonly createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
  status: SessionStatus;
  /** Conversation so far. */
  turns: ModelTurn[];
  /** `ready` to send a model request, `requesting` while one is in flight, `waiting` for results or new work. */
  phase: 'ready' | 'requesting' | 'waiting';
  /** Id of the start event of the request in flight. */
  requestId: string | null;
  /** Tool calls that are waiting for the client. */
  pending: PendingCall[];
  /** Tool results to include in the next request. */
  results: string[];
  /** Ids of the threads whose results it is waiting for. */
  delegates: string[];
  /** Tokens in the context after the last request. */
  contextTokens: number;
  usage: SessionUsage;
  activeMs: number;
  runningSince: number | null;
  firstRunAt: number | null;
}

/** The current outcome. */
export interface OpenOutcome {
  readonly outcomeId: string;
  readonly maxIterations: number;
  /** Id of the start event of the current evaluation; null while the agent is working. */
  evaluationId: string | null;
  /** Remaining progress events before the grader returns its verdict. */
  ongoing: number;
}

/** Run state of a session. */
export interface RunState {
  /** Ids of queued client events. */
  queue: string[];
  /** Threads, the primary one first. */
  threads: ThreadState[];
  outcome: OpenOutcome | null;
  activeMs: number;
  runningSince: number | null;
  endedAt: number | null;
  /** When the next step is due, in milliseconds since the Unix epoch. */
  dueAt: number;
  /** Consecutive failed model requests. */
  retries: number;
  /** Texts of system messages, for the system prompt. Absent before the first one. */
  systemMessages?: string[] | undefined;
  /** Cost so far, in units of `usage/cost-items.ts`. Absent before the first model request. */
  costUnits?: number | undefined;
  /** Calls of `web_fetch`. Absent before the first one. */
  webFetches?: number | undefined;
  /** Calls of `web_search`. Absent before the first one. */
  webSearches?: number | undefined;
}

/** A stored session. Fields that depend on the time or on other records are computed when it is read. */
export interface StoredSession extends Omit<Session, 'resources' | 'stats'> {
  run: RunState;
}

/** A session resource and the time it was attached. */
export interface StoredResource {
  readonly resource: SessionResource;
  readonly attachedAt: string;
}

/** A stored event and the lists it appears in. */
export interface StoredEvent {
  readonly event: SessionEvent;
  /** Id of its thread. */
  readonly threadId: string;
  /** Whether the event appears in the session's list. */
  readonly onSession: boolean;
}

/** A file written by a session. */
export interface WorkspaceFile {
  readonly text: string;
}

/** Returns whether a thread is busy: working, or waiting for the client or for other threads. */
export function isAtWork(thread: ThreadState): boolean {
  return thread.phase !== 'waiting' || thread.pending.length > 0 || thread.delegates.length > 0;
}

/** Returns whether a thread can continue: it is not waiting, or all of its pending calls are resolved. */
export function canContinue({ phase, pending }: ThreadState): boolean {
  return phase !== 'waiting' || (pending.length > 0 && pending.every(({ answer }) => answer !== null));
}

/** Creates an idle thread. */
export function newThread(
  parts: Pick<ThreadState, 'id' | 'rosterIndex' | 'parentId' | 'createdAt'>,
): ThreadState {
  return {
    ...parts,
    updatedAt: parts.createdAt,
    archivedAt: null,
    status: 'idle',
    turns: [],
    phase: 'waiting',
    requestId: null,
    pending: [],
    results: [],
    delegates: [],
    contextTokens: 0,
    usage: noUsage(),
    activeMs: 0,
    runningSince: null,
    firstRunAt: null,
  };
}

/** Returns a usage of zero tokens. */
export function noUsage(): SessionUsage {
  return {
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    cache_read_input_tokens: 0,
    input_tokens: 0,
    output_tokens: 0,
  };
}
