/**
 * Runs sessions step by step on the world's clock. The entire state is in the store.
 *
 * Rules: GEN-028, SES-018, SES-019, SLA-008.
 */
import type {
  SessionEvent,
  SystemMessageEvent,
  UserDefineOutcomeEvent,
  UserMessageEvent,
} from '@parlance/schemas';
import { turnsOf } from '../../model/turns.js';
import { workspaceViews } from '../../organization/workspaces.js';
import { recordUsage } from '../../usage/usage-ledger.js';
import type { World } from '../../world/world.js';
import { sessionEvents, sessions } from '../collections.js';
import {
  startEvaluation,
  startOutcome,
  startRevision,
  dropQueued,
  continueEvaluation,
  stopOutcome,
} from './outcomes.js';
import {
  agentOf,
  load,
  primary,
  save,
  emitThreadEvent,
  setThreadStatus,
  threadOf,
  type RunContext,
} from './run-context.js';
import { abandonAll } from './interrupts.js';
import { record, type NewEvent } from './session-log.js';
import type { ThreadState } from './session.js';
import { canContinue, type StoredSession } from './session-state.js';
import { transition } from './transitions.js';
import { sessionScenarioOf } from './scripted-sessions.js';
import type { SessionReplyError } from './session-scenario.js';
import { requestAction, makeCalls, report, resume, executeResolved } from './thread-calls.js';
import { isBudgetReached } from './session-cost.js';
import { replyIn } from './thread-reply.js';
import { runWorkflow } from './workflow-run.js';

const REQUEST_MS = 200;
const RETRY_MS = 1000;
/** Maximum number of consecutive steps without a delay. A session that exceeds it would never return to the event loop. */
const MAX_STEPS_AT_ONCE = 10_000;

/**
 * Starts the run loop of a session unless it is already active. The loop ends when there is no work left.
 *
 * @param world - World of the session.
 * @param sessionId - Id of the session.
 */
export function wake(world: World, sessionId: string): void {
  const running = world.local('session-runs', () => new Set<string>());
  if (running.has(sessionId)) return;
  running.add(sessionId);
  void drive(world, sessionId, () => running.delete(sessionId));
}

/**
 * Resumes every running session at the step where it stopped. Steps are stored atomically, so no event is duplicated or
 * lost. Streams are not restored, but the event list is complete.
 *
 * @param world - World that has just been opened.
 */
export function resumeSessions(world: World): void {
  for (const view of workspaceViews(world))
    for (const { id, record } of view.store.of(sessions).entries())
      if (record.status === 'running' || record.status === 'rescheduling') wake(view, id);
}

async function drive(world: World, sessionId: string, end: () => void): Promise<void> {
  try {
    let steps = 0;
    for (let wait = step(world, sessionId); wait !== undefined; wait = step(world, sessionId)) {
      steps = wait > 0 ? 0 : steps + 1;
      if (steps > MAX_STEPS_AT_ONCE) throw new Error('the session does not come to rest');
      if (wait > 0) await world.clock.sleep(wait);
      // The clock of a closed world no longer sleeps, so the loop would spin. A fork of the world has its own loop.
      if (world.clock.isStopped) return;
    }
  } catch (error) {
    breakDown(world, sessionId, error);
  } finally {
    // Must run in the same tick as the last step, so that a later `wake` starts a new loop.
    end();
  }
}

/** An internal error of the emulator terminates the session with an error event. It must never end the process. */
function breakDown(world: World, sessionId: string, error: unknown): void {
  const message = `The emulator failed: ${error instanceof Error ? error.message : 'unknown error'}`;
  try {
    const context = load(world, sessionId);
    if (context === undefined) return;
    fail(context, primary(context), { type: 'unknown_error', message, retry: 'terminal' });
    save(context);
  } catch {
    // Only the store can fail here. Its next use throws the failure again, in the response to a request.
  }
}

/** Executes one step. Returns the delay before the next one in milliseconds, or undefined if there is no work left. */
function step(world: World, sessionId: string): number | undefined {
  const context = load(world, sessionId);
  if (context === undefined) return undefined;
  const { run, status } = context.session;
  const now = world.clock.now();
  // A world forked or restored in the middle of a delay waits for the remaining time.
  const rest = Math.ceil(run.dueAt - now);
  if (status !== 'idle' && rest > 0) return rest;
  const wait = STEPS[situationOf(context.session)](context);
  if (wait === undefined) return undefined;
  run.dueAt = now + wait;
  save(context);
  return wait;
}

/** Situation of a session that decides its next step. */
type Situation = ReturnType<typeof situationOf>;

/** Returns the situation of a session. Earlier ones take precedence. */
function situationOf({ status, archived_at: archivedAt, run }: StoredSession) {
  if (status === 'terminated' || archivedAt != null) return 'ended';
  if (status === 'rescheduling') return 'rescheduled';
  if (status === 'idle') return 'idle';
  if (run.threads.some(({ phase }) => phase === 'requesting')) return 'requesting';
  if (run.outcome?.evaluationId != null) return 'evaluating';
  if (run.threads.some(({ phase }) => phase === 'ready')) return 'ready';
  // A thread with all its results resumes, even while other threads are waiting.
  if (run.threads.some(canContinue)) return 'resolved';
  if (run.threads.some(({ pending }) => pending.some(({ answer }) => answer === null))) return 'blocked';
  return run.outcome === null ? 'finished' : 'unevaluated';
}

/** The step in each situation. Each returns the delay before the next one, or undefined if there is no work left. */
const STEPS: Readonly<Record<Situation, (context: RunContext) => number | undefined>> = {
  ended: () => undefined,
  rescheduled: (context) => {
    transition(context, 'retry');
    return 0;
  },
  idle: (context) => (processNext(context) ? 0 : undefined),
  requesting: (context) => {
    const thread = context.session.run.threads.find(({ phase }) => phase === 'requesting');
    return endRequest(context, thread as ThreadState);
  },
  evaluating: (context) => {
    continueEvaluation(context);
    return requestMs(context.world);
  },
  ready: (context) => {
    if (isBudgetReached(context.session)) return stopForBudget(context);
    startRequest(
      context,
      context.session.run.threads.findLast(({ phase }) => phase === 'ready') as ThreadState,
    );
    return requestMs(context.world);
  },
  resolved: (context) => {
    const thread = context.session.run.threads.find(canContinue) as ThreadState;
    setThreadStatus(context, thread, 'running');
    executeResolved(context, thread);
    resume(thread);
    return 0;
  },
  blocked: (context) => {
    requestAction(context);
    return 0;
  },
  unevaluated: (context) => {
    startEvaluation(context);
    return requestMs(context.world);
  },
  finished: (context) => {
    if (!processNext(context)) transition(context, 'finished');
    return 0;
  },
};

/** Becomes idle. Threads keep their work, and continue when the budget allows it. */
function stopForBudget(context: RunContext): number {
  for (const thread of context.session.run.threads)
    if (thread.parentId !== null && thread.status === 'running')
      setThreadStatus(context, thread, 'idle', { type: 'budget_reached' });
  transition(context, 'budget_reached');
  return 0;
}

function startRequest(context: RunContext, thread: ThreadState): void {
  startRevision(context);
  setThreadStatus(context, thread, 'running');
  thread.requestId = emitThreadEvent(context, thread, { type: 'span.model_request_start' });
  thread.phase = 'requesting';
}

function endRequest(context: RunContext, thread: ThreadState): number {
  const reply = replyIn(context, thread);
  const startId = thread.requestId ?? '';
  thread.requestId = null;
  thread.phase = 'waiting';
  if (reply.workflow !== undefined) runWorkflow(context, reply.workflow);
  if (reply.compacted) emitThreadEvent(context, thread, { type: 'agent.thread_context_compacted' });
  if (reply.thinking) emitThreadEvent(context, thread, { type: 'agent.thinking' });
  if (reply.text !== '')
    emitThreadEvent(context, thread, {
      type: 'agent.message',
      content: [{ type: 'text', text: reply.text }],
    });
  const said = reply.calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`);
  if (reply.error === undefined)
    thread.turns.push({ role: 'assistant', text: [reply.text, ...said].join('\n').trim(), results: '' });
  makeCalls(context, thread, reply.calls);
  emitThreadEvent(context, thread, {
    type: 'span.model_request_end',
    model_request_start_id: startId,
    is_error: reply.error !== undefined,
    model_usage: reply.usage,
  });
  recordUsage(context.world, { model: agentOf(context, thread).model.id, usage: reply.usage });
  if (reply.error !== undefined) return fail(context, thread, reply.error);
  if (reply.refusal !== undefined) {
    stopOutcome(context, 'failed', reply.refusal.explanation ?? 'The model refused to continue.');
    abandonAll(context, { type: 'refusal' });
    transition(context, 'refused', { refusal: reply.refusal });
    return 0;
  }
  if (reply.calls.length > 0) resume(thread);
  else endTurn(context, thread, reply.text);
  return 0;
}

/** Ends the turn of a thread. A delegated thread reports its result to its parent. */
function endTurn(context: RunContext, thread: ThreadState, text: string): void {
  const parent = thread.parentId === null ? undefined : threadOf(context, thread.parentId);
  if (parent === undefined) return;
  report(context, thread, parent, text);
  resume(parent);
}

function fail(context: RunContext, thread: ThreadState, error: SessionReplyError): number {
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
  emitThreadEvent(context, thread, failure, true);
  if (retry === 'retrying') {
    thread.phase = 'ready';
    transition(context, 'retryable_fault', { thread });
    return sessionScenarioOf(context.world).retry_ms ?? RETRY_MS;
  }
  stopOutcome(context, 'failed', message);
  if (retry === 'terminal') {
    dropQueued(context);
    transition(context, 'fatal_fault');
  } else {
    dropQueued(context);
    abandonAll(context, { type: 'retries_exhausted' });
    transition(context, 'exhausted');
  }
  return 0;
}

/** Processes the next queued client event. Returns whether there was one. */
function processNext(context: RunContext): boolean {
  const { session, world } = context;
  const waits = session.run.threads.some((thread) => thread.pending.length > 0);
  const id = waits ? undefined : session.run.queue.shift();
  const stored = id === undefined ? undefined : world.store.of(sessionEvents, session.id).get(id);
  if (stored === undefined) return false;
  const event = { ...stored.event, processed_at: world.clock.iso() } as SessionEvent;
  // Events are listed in processing order, so a queued event moves to the end of the list once it is processed.
  world.store.of(sessionEvents, session.id).delete(id as string);
  record({ world, sessionId: session.id }, { ...stored, event });
  if (event.type === 'system.message') addSystemMessage(context, event);
  else startWork(context, event as UserMessageEvent | UserDefineOutcomeEvent);
  return true;
}

/** Adds the text of a system message to later model requests. It does not start work by itself. */
export function addSystemMessage({ session }: RunContext, { content }: SystemMessageEvent): void {
  const text = content.map((block) => block.text).join('\n');
  session.run.systemMessages = [...(session.run.systemMessages ?? []), text];
}

/** Starts the work on a message or an outcome whose event is already recorded. */
export function startWork(context: RunContext, event: UserMessageEvent | UserDefineOutcomeEvent): void {
  const thread = primary(context);
  if (event.type === 'user.define_outcome') startOutcome(context, event);
  else thread.turns.push(...turnsOf([{ role: 'user', content: event.content }]));
  thread.phase = 'ready';
  transition(context, 'work');
}

function requestMs(world: World): number {
  return sessionScenarioOf(world).request_ms ?? REQUEST_MS;
}
