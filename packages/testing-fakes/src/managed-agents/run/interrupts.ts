/** Interrupts one thread or the whole session. */
import type { SessionStopReason } from '@parlance/schemas';
import { stopOutcome } from './outcomes.js';
import { emitThreadEvent, setThreadStatus, type RunContext } from './run-context.js';
import type { ThreadState } from './session.js';
import { canContinue, isAtWork } from './session-state.js';
import { requestAction, resume } from './thread-calls.js';
import { transition } from './transitions.js';

const END_TURN: SessionStopReason = { type: 'end_turn' };
const INTERRUPTED = 'The user interrupted the session.';

/** Interrupts all threads if the session is busy. Queued events are processed next. */
export function interruptAll(context: RunContext): void {
  const { session } = context;
  if (session.status === 'idle' && !session.run.threads.some(isAtWork)) return;
  abandonAll(context, END_TURN);
  stopOutcome(context, 'interrupted', INTERRUPTED);
  transition(context, 'interrupted');
}

/**
 * Interrupts one thread if it is busy. The thread that delegated to it receives a notice and continues; other threads are
 * not affected. Interrupting the primary thread also ends the current outcome.
 */
export function interruptThread(context: RunContext, thread: ThreadState): void {
  const { session } = context;
  const isPrimary = thread.parentId === null;
  if (!isAtWork(thread) && !(isPrimary && session.run.outcome !== null)) return;
  const isFailing = thread.status === 'rescheduling';
  abandon(context, thread, END_TURN);
  const parent = session.run.threads.find(({ delegates }) => delegates.includes(thread.id));
  if (parent !== undefined) {
    parent.delegates = parent.delegates.filter((id) => id !== thread.id);
    parent.results.push('The thread was interrupted.');
    resume(parent);
  } else if (isPrimary) stopOutcome(context, 'interrupted', INTERRUPTED);
  if (!session.run.threads.some(isAtWork)) transition(context, 'interrupted');
  else if (session.status === 'idle' && !session.run.threads.some(canContinue)) requestAction(context);
  else if (session.status === 'idle' || isFailing) transition(context, 'released');
}

/** Discards the pending work of every active thread. */
export function abandonAll(context: RunContext, reason: SessionStopReason): void {
  for (const thread of context.session.run.threads)
    if (thread.archivedAt === null) abandon(context, thread, reason);
}

function abandon(context: RunContext, thread: ThreadState, reason: SessionStopReason): void {
  if (thread.requestId !== null)
    emitThreadEvent(context, thread, {
      type: 'span.model_request_end',
      model_request_start_id: thread.requestId,
      is_error: true,
      model_usage: {
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        input_tokens: 0,
        output_tokens: 0,
      },
    });
  thread.requestId = null;
  thread.phase = 'waiting';
  thread.pending = [];
  thread.results = [];
  thread.delegates = [];
  setThreadStatus(context, thread, 'idle', reason);
}
