/** Handlers of session events. */
import type {
  SessionEvent,
  sessionEventOperations,
  UserEvent,
  UserEventParams,
  UserInterruptParams,
} from '@parlance/schemas';
import { events, type EventAnswer } from '../engine/answer.js';
import type { HandlersFor } from '../engine/call.js';
import { badRequest, conflict } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { cursorPage } from '../records/pages.js';
import type { World } from '../world/world.js';
import { sessionEvents, sessions } from './collections.js';
import { requireFiles } from './event-files.js';
import { answerTo, requireAnswerable } from './run/answers.js';
import { interruptAll, interruptThread } from './run/interrupts.js';
import { newEvaluation } from './run/outcomes.js';
import { load, primary, save, setRunning, threadOf, type RunContext } from './run/run-context.js';
import { record } from './run/session-log.js';
import { begin, wake } from './run/session-run.js';
import { canGoOn } from './run/session-state.js';
import { askClient } from './run/thread-calls.js';
import { liveEvents } from './session-stream.js';
import { isWithin } from './time-range.js';

const named = { what: 'session' };
const MAX_EVENTS = 1000;

/** Handlers of the operations on session events. */
export const sessionEventHandlers: HandlersFor<typeof sessionEventOperations> = {
  'sessions.events.send': ({ world, params, body }) => {
    const session = find(world.store.of(sessions), params.session_id, named);
    if (session.archived_at != null) throw conflict('GEN-018', 'The session is archived.');
    if (session.status === 'terminated') throw conflict('GEN-018', 'The session is terminated.');
    const context = load(world, session.id) as RunContext;
    requireAnswerable(context, body.events);
    requireOneOutcome(context, body.events);
    requireThreads(context, body.events);
    requireFiles(world, body.events);
    const data = body.events.map((event) => take(context, event));
    settleAnswers(context, body.events);
    save(context);
    wake(world, session.id);
    return { data };
  },
  'sessions.events.list': (call) => {
    const { world, query, params } = call;
    find(world.store.of(sessions), params.session_id, named);
    wake(world, params.session_id);
    return cursorPage(call, {
      from: world.store.of(sessionEvents, params.session_id),
      order: query.order ?? 'asc',
      defaultLimit: MAX_EVENTS,
      show: ({ event }) => event,
      where: ({ event, onSession }) =>
        onSession &&
        (query.types === undefined || query.types.includes(event.type)) &&
        (query.created_at === undefined || isWithin(processedAt(event), query.created_at)),
    });
  },
  'sessions.events.stream': ({ world, params }) =>
    openStream(world, params.session_id, (stored) => stored.onSession),
};

/** Streams the events of a session that pass, from now on. */
export function openStream(
  world: World,
  sessionId: string,
  passes: Parameters<typeof liveEvents>[0]['passes'],
): EventAnswer<SessionEvent> {
  find(world.store.of(sessions), sessionId, named);
  wake(world, sessionId);
  return events((signal) => liveEvents({ world, sessionId, passes, signal }));
}

function processedAt(event: SessionEvent): string {
  return (event as { processed_at?: string | null }).processed_at ?? '';
}

function requireOneOutcome({ session }: RunContext, given: readonly UserEventParams[]): void {
  const asked = given.filter(
    ({ type }) => type === 'user.define_outcome' || type === 'define_outcome',
  ).length;
  // An interrupt that is sent along ends the one that is worked on, not the ones that wait.
  const ended = stopsOutcome(given) ? session.run.outcome?.outcomeId : undefined;
  const open = session.outcome_evaluations.some(
    (entry) => entry.completed_at == null && entry.outcome_id !== ended,
  );
  if (asked > 1 || (asked === 1 && open))
    throw conflict('EVT-003', 'The session works on an outcome already; there can be one at a time.');
}

/** Whether an interrupt of the session comes before the outcome. */
function stopsOutcome(given: readonly UserEventParams[]): boolean {
  const outcome = given.findIndex(({ type }) => type === 'user.define_outcome' || type === 'define_outcome');
  return given
    .slice(0, outcome)
    .some((event) => event.type === 'user.interrupt' && event.session_thread_id == null);
}

function requireThreads({ session }: RunContext, given: readonly UserEventParams[]): void {
  for (const [index, event] of given.entries()) {
    const id = event.type === 'user.interrupt' ? event.session_thread_id : undefined;
    if (id != null && !session.run.threads.some((thread) => thread.id === id && thread.archivedAt === null))
      throw badRequest(
        'GEN-005',
        `events.${index}.session_thread_id`,
        'is no thread of the session that is not archived',
      );
  }
}

/** Stores an event of the client, and takes it up unless it has to wait for its turn. */
function take(context: RunContext, given: UserEventParams): UserEvent {
  switch (given.type) {
    case 'user.message':
    case 'user.define_outcome':
    case 'define_outcome':
      return takeWork(context, given);
    case 'user.interrupt':
      return interrupt(context, given);
    default:
      return answerTo(context, given);
  }
}

type Work = Extract<UserEventParams, { type: 'user.message' | 'user.define_outcome' | 'define_outcome' }>;

function takeWork(context: RunContext, given: Work): UserEvent {
  const { session, world } = context;
  const waits =
    session.status !== 'idle' ||
    session.run.queue.length > 0 ||
    session.run.threads.some((thread) => thread.pending.length > 0);
  const base = { id: world.id('sevt_'), processed_at: waits ? null : world.clock.iso() };
  const event: UserEvent =
    given.type === 'user.message'
      ? { ...base, type: given.type, content: given.content }
      : {
          ...base,
          type: 'user.define_outcome',
          description: given.description,
          rubric: given.rubric,
          max_iterations: given.max_iterations ?? 3,
          outcome_id: world.id('outc_'),
        };
  if (event.type === 'user.define_outcome')
    session.outcome_evaluations.push(newEvaluation(event.outcome_id, event.description));
  keep(context, event);
  if (waits) session.run.queue.push(event.id);
  else begin(context, event as Parameters<typeof begin>[1]);
  return event;
}

/** Stops what is under way, in one thread or everywhere. */
function interrupt(context: RunContext, given: UserInterruptParams): UserEvent {
  const { world } = context;
  const event: UserEvent = {
    id: world.id('sevt_'),
    processed_at: world.clock.iso(),
    type: 'user.interrupt',
    session_thread_id: given.session_thread_id ?? null,
  };
  keep(context, event);
  const thread = given.session_thread_id == null ? undefined : threadOf(context, given.session_thread_id);
  if (thread === undefined) interruptAll(context);
  else interruptThread(context, thread);
  return event;
}

/** After answers the session runs, or says again what it waits for. */
function settleAnswers(context: RunContext, given: readonly UserEventParams[]): void {
  const { threads } = context.session.run;
  const answered = given.some(({ type }) =>
    /^user\.(custom_tool_result|tool_result|tool_confirmation)$/.test(type),
  );
  // While other threads are at work the session says nothing: it asks for what is missing when they are done.
  if (!answered || context.session.status !== 'idle') return;
  if (threads.some(canGoOn)) setRunning(context);
  else askClient(context);
}

/** Stores an event of the client. */
function keep(context: RunContext, event: UserEvent): void {
  const { world, session } = context;
  record({ world, sessionId: session.id }, { event, threadId: primary(context).id, onSession: true });
}
