/** Runs sessions, step by step on the world's clock. All that it knows is in the store. */
import type { SessionEvent, UserDefineOutcomeEvent, UserMessageEvent } from '@parlance/schemas';
import { turnsOf } from '../../model/turns.js';
import type { World } from '../../world/world.js';
import { sessionEvents } from '../collections.js';
import {
  beginEvaluation,
  beginOutcome,
  beginRevision,
  dropQueued,
  goOnEvaluating,
  stopOutcome,
} from './outcomes.js';
import {
  load,
  primary,
  save,
  sayIn,
  setIdle,
  setRescheduling,
  setRunning,
  setTerminated,
  setThreadStatus,
  threadOf,
  type RunContext,
} from './run-context.js';
import { abandonAll } from './interrupts.js';
import { record, type NewEvent } from './session-log.js';
import { canGoOn, type ThreadState } from './session-state.js';
import { stageOf, type StagedError } from './stage.js';
import { askClient, makeCalls, report, resume, takeAnswers } from './thread-calls.js';
import { replyIn } from './thread-reply.js';

const REQUEST_MS = 200;
const RETRY_MS = 1000;

/**
 * Lets a session run, unless it does already. It stops by itself when there is nothing to do.
 *
 * @param world - The world.
 * @param sessionId - The session.
 */
export function wake(world: World, sessionId: string): void {
  const running = world.local('session-runs', () => new Set<string>());
  if (running.has(sessionId)) return;
  running.add(sessionId);
  void drive(world, sessionId, () => running.delete(sessionId));
}

async function drive(world: World, sessionId: string, end: () => void): Promise<void> {
  try {
    for (let wait = step(world, sessionId); wait !== undefined; wait = step(world, sessionId)) {
      if (wait > 0) await world.clock.sleep(wait);
      // The world is gone, and no wait in it takes time any more; another that was made of it goes on by itself.
      if (world.clock.isStopped) return;
    }
  } catch (error) {
    breakDown(world, sessionId, error);
  } finally {
    // In the same turn as the last step: whoever wakes the session later finds it stopped.
    end();
  }
}

/** A fault of the emulator ends the session and says so; it never ends the process. */
function breakDown(world: World, sessionId: string, error: unknown): void {
  const context = load(world, sessionId);
  if (context === undefined) return;
  const message = `The emulator failed: ${error instanceof Error ? error.message : 'unknown error'}`;
  fail(context, primary(context), { type: 'unknown_error', message, retry: 'terminal' });
  save(context);
}

/** Makes one step. Gives the milliseconds to wait before the next one; undefined when there is nothing to do. */
function step(world: World, sessionId: string): number | undefined {
  const context = load(world, sessionId);
  if (context === undefined) return undefined;
  const { run, status } = context.session;
  const now = world.clock.now();
  // A world that was forked or restored in the middle of a wait still has the rest of it before it.
  const rest = Math.ceil(run.dueAt - now);
  if (status !== 'idle' && rest > 0) return rest;
  const wait = stepOf(context);
  if (wait === undefined) return undefined;
  run.dueAt = now + wait;
  save(context);
  return wait;
}

function stepOf(context: RunContext): number | undefined {
  const { session, world } = context;
  const { run } = session;
  if (session.status === 'terminated' || session.archived_at != null) return undefined;
  if (session.status === 'rescheduling') {
    setRunning(context);
    return 0;
  }
  if (session.status === 'idle') return takeNext(context) ? 0 : undefined;
  const requesting = run.threads.find((thread) => thread.phase === 'requesting');
  if (requesting !== undefined) return endRequest(context, requesting);
  if (run.outcome?.evaluationId != null) {
    goOnEvaluating(context);
    return requestMs(world);
  }
  const ready = run.threads.findLast((thread) => thread.phase === 'ready');
  if (ready !== undefined) {
    beginRevision(context);
    setThreadStatus(context, ready, 'running');
    ready.requestId = sayIn(context, ready, { type: 'span.model_request_start' });
    ready.phase = 'requesting';
    return requestMs(world);
  }
  return settle(context);
}

/** Nothing is under way: go on with what is done, or rest. */
function settle(context: RunContext): number {
  const { session, world } = context;
  const { run } = session;
  // Whoever has all its answers goes on, whatever the others wait for.
  const answered = run.threads.find(canGoOn);
  if (answered !== undefined) {
    setThreadStatus(context, answered, 'running');
    takeAnswers(context, answered);
    resume(answered);
    return 0;
  }
  if (askClient(context)) return 0;
  if (run.outcome !== null) {
    beginEvaluation(context);
    return requestMs(world);
  }
  if (!takeNext(context)) setIdle(context, { type: 'end_turn' });
  return 0;
}

function endRequest(context: RunContext, thread: ThreadState): number {
  const reply = replyIn(context, thread);
  const startId = thread.requestId ?? '';
  thread.requestId = null;
  thread.phase = 'waiting';
  if (reply.compacted) sayIn(context, thread, { type: 'agent.thread_context_compacted' });
  if (reply.thinking) sayIn(context, thread, { type: 'agent.thinking' });
  if (reply.text !== '')
    sayIn(context, thread, { type: 'agent.message', content: [{ type: 'text', text: reply.text }] });
  const said = reply.calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`);
  if (reply.error === undefined)
    thread.turns.push({ role: 'assistant', text: [reply.text, ...said].join('\n').trim(), results: '' });
  makeCalls(context, thread, reply.calls);
  sayIn(context, thread, {
    type: 'span.model_request_end',
    model_request_start_id: startId,
    is_error: reply.error !== undefined,
    model_usage: reply.usage,
  });
  if (reply.error !== undefined) return fail(context, thread, reply.error);
  if (reply.calls.length > 0) resume(thread);
  else endTurn(context, thread, reply.text);
  return 0;
}

/** A thread has said its last word of the turn; one that a coordinator started reports to it. */
function endTurn(context: RunContext, thread: ThreadState, text: string): void {
  const parent = thread.parentId === null ? undefined : threadOf(context, thread.parentId);
  if (parent === undefined) return;
  report(context, thread, parent, text);
  resume(parent);
}

function fail(context: RunContext, thread: ThreadState, error: StagedError): number {
  const { type, message, retry, mcp_server_name } = error;
  const failure: NewEvent = {
    type: 'session.error',
    error: {
      type,
      message,
      retry_status: { type: retry },
      ...(mcp_server_name === undefined ? {} : { mcp_server_name }),
    } as never,
  };
  sayIn(context, thread, failure, true);
  if (retry === 'retrying') {
    thread.phase = 'ready';
    setRescheduling(context, thread);
    return stageOf(context.world).retry_ms ?? RETRY_MS;
  }
  stopOutcome(context, 'failed', message);
  if (retry === 'terminal') {
    dropQueued(context);
    setTerminated(context);
  } else {
    dropQueued(context);
    abandonAll(context, { type: 'retries_exhausted' });
    setIdle(context, { type: 'retries_exhausted' });
  }
  return 0;
}

/** Takes up the next queued event of the client. Tells whether there was one. */
function takeNext(context: RunContext): boolean {
  const { session, world } = context;
  const waits = session.run.threads.some((thread) => thread.pending.length > 0);
  const id = waits ? undefined : session.run.queue.shift();
  const stored = id === undefined ? undefined : world.store.of(sessionEvents, session.id).get(id);
  if (stored === undefined) return false;
  const event = { ...stored.event, processed_at: world.clock.iso() } as SessionEvent;
  // The list is in the order of processing: a queued event moves to its end when its turn comes.
  world.store.of(sessionEvents, session.id).delete(id as string);
  record({ world, sessionId: session.id }, { ...stored, event });
  begin(context, event as UserMessageEvent | UserDefineOutcomeEvent);
  return true;
}

/** Begins the work on a message or an outcome. Its event has been told already. */
export function begin(context: RunContext, event: UserMessageEvent | UserDefineOutcomeEvent): void {
  const thread = primary(context);
  if (event.type === 'user.define_outcome') beginOutcome(context, event);
  else thread.turns.push(...turnsOf([{ role: 'user', content: event.content }]));
  thread.phase = 'ready';
  setRunning(context);
}

function requestMs(world: World): number {
  return stageOf(world).request_ms ?? REQUEST_MS;
}
