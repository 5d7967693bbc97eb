/** What a session keeps between two steps: plain JSON, so that a world can be forked and restored while it runs. */
import type { Session, SessionEvent, SessionResource, SessionStatus, SessionUsage } from '@parlance/schemas';
import type { ModelTurn } from '../../model/turns.js';

/** A tool call that waits for the client. */
export interface PendingCall {
  /** Identifier of the tool use event. */
  readonly eventId: string;
  /** What the client has to send: a result, a confirmation, or the result of a tool in its own environment. */
  readonly awaits: 'custom_result' | 'confirmation' | 'hosted_result';
  /** The call. */
  readonly call: ToolCall;
  /** What the client sent. */
  answer: PendingAnswer | null;
}

/** What the client sent for a tool call. */
export type PendingAnswer =
  | { readonly kind: 'allow' }
  | { readonly kind: 'deny'; readonly message: string }
  | { readonly kind: 'result'; readonly text: string };

/** A tool call of the model. */
export interface ToolCall {
  /** Name of the tool. */
  readonly name: string;
  /** Name of its MCP server; undefined for any other tool. */
  readonly server?: string | undefined;
  /** Input. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A thread. */
export interface ThreadState {
  readonly id: string;
  /** Index in the roster; null for the primary thread. */
  readonly rosterIndex: number | null;
  /** Thread that started it; null for the primary thread. */
  readonly parentId: string | null;
  readonly createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
  status: SessionStatus;
  /** The conversation. */
  turns: ModelTurn[];
  /** `ready` for a model request; `requesting` while one is under way; `waiting` for answers, or for nothing. */
  phase: 'ready' | 'requesting' | 'waiting';
  /** Identifier of the event that began the request under way. */
  requestId: string | null;
  /** Calls that wait for the client. */
  pending: PendingCall[];
  /** Results that go into the next request. */
  results: string[];
  /** Threads whose answer it waits for. */
  delegates: string[];
  /** Tokens of the last request. */
  contextTokens: number;
  usage: SessionUsage;
  activeMs: number;
  runningSince: number | null;
  firstRunAt: number | null;
}

/** The outcome that is being worked on. */
export interface OpenOutcome {
  readonly outcomeId: string;
  readonly maxIterations: number;
  /** Identifier of the event that began the evaluation under way; null while the agent works. */
  evaluationId: string | null;
  /** Times the grader still says that it is looking. */
  ongoing: number;
}

/** State of a session's run. */
export interface RunState {
  /** Identifiers of client events that wait for their turn. */
  queue: string[];
  /** Threads, the primary one first. */
  threads: ThreadState[];
  outcome: OpenOutcome | null;
  activeMs: number;
  runningSince: number | null;
  endedAt: number | null;
  /** When the next step is due, in milliseconds since 1970. */
  dueAt: number;
  /** Model requests that have failed since the last good one. */
  retries: number;
}

/** A session as it is stored; what depends on the time or on other records is left out. */
export interface StoredSession extends Omit<Session, 'resources' | 'stats'> {
  run: RunState;
}

/** A resource with the time it was attached. */
export interface StoredResource {
  readonly resource: SessionResource;
  readonly attachedAt: string;
}

/** An event and where it shows. */
export interface StoredEvent {
  readonly event: SessionEvent;
  /** Thread it belongs to. */
  readonly threadId: string;
  /** Whether the session's own list shows it. */
  readonly onSession: boolean;
}

/** A file of a session's workspace. */
export interface WorkspaceFile {
  readonly text: string;
}

/** Whether a thread works, or waits for the client or for other threads. */
export function isAtWork(thread: ThreadState): boolean {
  return thread.phase !== 'waiting' || thread.pending.length > 0 || thread.delegates.length > 0;
}

/** Whether a thread can take a step: it has something to ask the model, or every answer that it waited for. */
export function canGoOn({ phase, pending }: ThreadState): boolean {
  return phase !== 'waiting' || (pending.length > 0 && pending.every(({ answer }) => answer !== null));
}

/** Makes a thread. */
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

/** Usage of nothing. */
export function noUsage(): SessionUsage {
  return {
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    cache_read_input_tokens: 0,
    input_tokens: 0,
    output_tokens: 0,
  };
}
