/**
 * Handlers for session events.
 *
 * Rules: EVT-001.
 */
import type {
  SessionEvent,
  sessionEventOperations,
  SessionStreamEvent,
  UserEvent,
  UserEventParams,
  UserInterruptParams,
} from '@parlance/schemas';
import { events, type EventResult } from '../engine/handler-result.js';
import type { HandlersFor } from '../engine/call.js';
import { badRequest, conflict } from '../engine/refusal.js';
import { cursorPage } from '../records/pages.js';
import type { World } from '../world/world.js';
import { sessionEvents } from './collections.js';
import { requireFiles } from './event-files.js';
import { findSession } from './find-session.js';
import { answerTo, requireAnswerable } from './run/answers.js';
import { interruptAll, interruptThread } from './run/interrupts.js';
import { newEvaluation } from './run/outcomes.js';
import { load, primary, save, threadOf, type RunContext } from './run/run-context.js';
import { transition } from './run/transitions.js';
import { record } from './run/session-log.js';
import { addSystemMessage, startWork, wake } from './run/session-run.js';
import { canContinue } from './run/session-state.js';
import { requestAction } from './run/thread-calls.js';
import { liveEvents, type LiveParts } from './session-stream.js';
import { timeFilter } from '../records/time-filter.js';

const MAX_EVENTS = 1000;

/** Handlers for the session event operations. */
export const sessionEventHandlers: HandlersFor<typeof sessionEventOperations> = {
  'sessions.events.send': ({ world, params, body }) => {
    const session = findSession(world, params.session_id);
    if (session.archived_at != null)
      throw conflict('GEN-018', 'The session is archived and does not accept events.');
    if (session.status === 'terminated')
      throw conflict('GEN-018', 'The session is terminated and does not accept events.');
    const context = load(world, session.id) as RunContext;
    requireAnswerable(context, body.events);
    requireOneOutcome(context, body.events);
    requireThreads(context, body.events);
    requireNoAction(context, body.events);
    requireFiles(world, body.events);
    const data = body.events.map((event) => processEvent(context, event));
    settleToolResults(context, body.events);
    save(context);
    wake(world, session.id);
    return { data };
  },
  'sessions.events.list': (call) => {
    const { world, query, params } = call;
    findSession(world, params.session_id);
    wake(world, params.session_id);
    return cursorPage(call, {
      from: world.store.of(sessionEvents, params.session_id),
      order: query.order ?? 'asc',
      defaultLimit: MAX_EVENTS,
      show: ({ event }) => event,
      where: ({ event, onSession }) =>
        onSession &&
        (query.types === undefined || query.types.includes(event.type)) &&
        timeFilter(query.created_at)(processedAt(event)),
    });
  },
  'sessions.events.stream': ({ world, params, query }) =>
    openStream(world, params.session_id, {
      passes: (stored) => stored.onSession,
      previews: query.event_deltas ?? [],
    }),
};

/** Events of a stream. */
interface StreamFilter {
  readonly passes: LiveParts['passes'];
  /** Types of the events to preview. Default: none. */
  readonly previews?: LiveParts['previews'];
}

/** Streams new events of a session that match the predicate. Past events are not replayed. */
export function openStream(
  world: World,
  sessionId: string,
  { passes, previews = [] }: StreamFilter,
): EventResult<SessionStreamEvent> {
  findSession(world, sessionId);
  wake(world, sessionId);
  return events((signal) => liveEvents({ world, sessionId, passes, previews, signal }));
}

function processedAt(event: SessionEvent): string {
  return (event as { processed_at?: string | null }).processed_at ?? '';
}

/** @throws {Refusal} 409 for a second outcome. */
export function requireOneOutcome({ session }: RunContext, sent: readonly UserEventParams[]): void {
  const requested = sent.filter(
    ({ type }) => type === 'user.define_outcome' || type === 'define_outcome',
  ).length;
  // An interrupt in the same request ends the current outcome, but not the queued ones.
  const ended = stopsOutcome(sent) ? session.run.outcome?.outcomeId : undefined;
  const open = session.outcome_evaluations.some(
    (entry) => entry.completed_at == null && entry.outcome_id !== ended,
  );
  if (requested > 1 || (requested === 1 && open))
    throw conflict(
      'EVT-003',
      'A session can have only one outcome at a time. Wait until the current one is completed.',
    );
}

/** Whether an interrupt of the whole session precedes the outcome. */
function stopsOutcome(sent: readonly UserEventParams[]): boolean {
  const outcome = sent.findIndex(({ type }) => type === 'user.define_outcome' || type === 'define_outcome');
  return sent
    .slice(0, outcome)
    .some((event) => event.type === 'user.interrupt' && event.session_thread_id == null);
}

/** @throws {Refusal} 409 for a system message while the session waits for results or confirmations. */
function requireNoAction({ session }: RunContext, sent: readonly UserEventParams[]): void {
  const isOpen = session.run.threads.some(({ pending }) => pending.some(({ answer }) => answer === null));
  if (isOpen && sent.some(({ type }) => type === 'system.message'))
    throw conflict(
      'SLA-004',
      'The session waits for results or confirmations, and does not accept system messages until it has them.',
    );
}

function requireThreads({ session }: RunContext, sent: readonly UserEventParams[]): void {
  for (const [index, event] of sent.entries()) {
    const id = event.type === 'user.interrupt' ? event.session_thread_id : undefined;
    if (id != null && !session.run.threads.some((thread) => thread.id === id && thread.archivedAt === null))
      throw badRequest(
        'GEN-005',
        `events.${index}.session_thread_id`,
        'must reference an active thread of the session',
      );
  }
}

/** Stores a client event and processes it, or queues it while the session is busy. */
export function processEvent(context: RunContext, params: UserEventParams): UserEvent {
  switch (params.type) {
    case 'user.message':
    case 'user.define_outcome':
    case 'define_outcome':
    case 'system.message':
      return processWork(context, params);
    case 'user.interrupt':
      return interrupt(context, params);
    default:
      return answerTo(context, params);
  }
}

type Work = Extract<
  UserEventParams,
  { type: 'user.message' | 'user.define_outcome' | 'define_outcome' | 'system.message' }
>;

function processWork(context: RunContext, params: Work): UserEvent {
  const { session, world } = context;
  const waits =
    session.status !== 'idle' ||
    session.run.queue.length > 0 ||
    session.run.threads.some((thread) => thread.pending.length > 0);
  const base = { id: world.id('sevt_'), processed_at: waits ? null : world.clock.iso() };
  const event: UserEvent =
    params.type === 'user.message' || params.type === 'system.message'
      ? ({ ...base, ...params } as UserEvent)
      : {
          ...base,
          type: 'user.define_outcome',
          description: params.description,
          rubric: params.rubric,
          max_iterations: params.max_iterations ?? 3,
          outcome_id: world.id('outc_'),
        };
  if (event.type === 'user.define_outcome')
    session.outcome_evaluations.push(newEvaluation(event.outcome_id, event.description));
  keep(context, event);
  if (waits) session.run.queue.push(event.id);
  else if (event.type === 'system.message') addSystemMessage(context, event);
  else startWork(context, event as Parameters<typeof startWork>[1]);
  return event;
}

/** Interrupts one thread or the whole session. */
function interrupt(context: RunContext, params: UserInterruptParams): UserEvent {
  const { world } = context;
  const event: UserEvent = {
    id: world.id('sevt_'),
    processed_at: world.clock.iso(),
    type: 'user.interrupt',
    session_thread_id: params.session_thread_id ?? null,
  };
  keep(context, event);
  const thread = params.session_thread_id == null ? undefined : threadOf(context, params.session_thread_id);
  if (thread === undefined) interruptAll(context);
  else interruptThread(context, thread);
  return event;
}

/** After tool results and confirmations, resumes the session or requests the remaining ones again. */
function settleToolResults(context: RunContext, sent: readonly UserEventParams[]): void {
  const { threads } = context.session.run;
  const answered = sent.some(({ type }) =>
    /^user\.(custom_tool_result|tool_result|tool_confirmation)$/.test(type),
  );
  // While other threads are busy nothing is requested: the session does that once they are done.
  if (!answered || context.session.status !== 'idle') return;
  if (threads.some(canContinue)) transition(context, 'resolved');
  else requestAction(context);
}

/** Stores a client event. */
function keep(context: RunContext, event: UserEvent): void {
  const { world, session } = context;
  record({ world, sessionId: session.id }, { event, threadId: primary(context).id, onSession: true });
}
