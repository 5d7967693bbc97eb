/** Sessions as they are stored, and the states of their threads. */
import type { Session, SessionUsage } from '@parlance/schemas';
import type { RunState, ThreadState } from './session.js';

/** A stored session. Fields that depend on the time or on other records are computed when it is read. */
export interface StoredSession extends Omit<Session, 'resources' | 'stats'> {
  run: RunState;
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
