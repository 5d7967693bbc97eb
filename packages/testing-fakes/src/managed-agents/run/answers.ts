/** Client events that resolve pending tool calls: confirmations and tool results. */
import type { UserEvent, UserEventParams } from '@parlance/schemas';
import { badRequest, conflict, show } from '../../engine/refusal.js';
import { sessionEvents } from '../collections.js';
import { record } from './session-log.js';
import type { RunContext } from './run-context.js';
import type { PendingCall } from './session.js';

/** Event that resolves a pending tool call. */
export type AnswerParams = Extract<
  UserEventParams,
  { type: 'user.tool_confirmation' | 'user.custom_tool_result' | 'user.tool_result' }
>;

const AWAITED = {
  'user.tool_confirmation': 'confirmation',
  'user.custom_tool_result': 'custom_result',
  'user.tool_result': 'hosted_result',
} as const;

const EVENT_TYPES = {
  confirmation: 'user.tool_confirmation',
  custom_result: 'user.custom_tool_result',
  hosted_result: 'user.tool_result',
} as const;

/**
 * Validates that every confirmation and result matches a pending call. Runs before any event is stored.
 *
 * @throws {Refusal} 400 for an unknown call or one that expects another event, 409 for one that is already resolved.
 */
export function requireAnswerable(context: RunContext, sent: readonly UserEventParams[]): void {
  const seen = new Set<string>();
  const stopped = new Set<string | null>();
  for (const [index, event] of sent.entries()) {
    if (event.type === 'user.interrupt') stopped.add(event.session_thread_id ?? null);
    if (!isAnswer(event)) continue;
    const id = callOf(event);
    const field = event.type === 'user.custom_tool_result' ? 'custom_tool_use_id' : 'tool_use_id';
    const path = `events.${index}.${field}`;
    const { pending, thread } = findPending(context, id) ?? {};
    const isStopped = stopped.has(null) || (thread !== undefined && stopped.has(thread.id));
    if (pending === undefined || pending.answer !== null || seen.has(id) || isStopped)
      throw unanswerable(context, id, path);
    if (pending.awaits !== AWAITED[event.type])
      throw badRequest('EVT-002', path, `the tool call requires a ${EVENT_TYPES[pending.awaits]} event`);
    seen.add(id);
  }
}

/** Stores a confirmation or result. The thread resumes once all of its calls are resolved. */
export function answerTo(context: RunContext, params: AnswerParams): UserEvent {
  const { world, session } = context;
  const { pending, thread } = findPending(context, callOf(params)) as Found;
  pending.answer = answerOf(params);
  const event: UserEvent = {
    ...params,
    id: world.id('sevt_'),
    processed_at: world.clock.iso(),
    session_thread_id: thread.parentId === null ? null : thread.id,
  };
  record({ world, sessionId: session.id }, { event, threadId: thread.id, onSession: true });
  return event;
}

type Found = NonNullable<ReturnType<typeof findPending>>;

function findPending({ session }: RunContext, id: string) {
  for (const thread of session.run.threads) {
    const pending = thread.pending.find(({ eventId }) => eventId === id);
    if (pending !== undefined) return { pending, thread };
  }
  return undefined;
}

function unanswerable({ world, session }: RunContext, id: string, path: string): Error {
  const event = world.store.of(sessionEvents, session.id).get(id)?.event;
  const isCall = event !== undefined && /^agent\.(mcp_|custom_)?tool_use$/.test(event.type);
  return isCall
    ? conflict('EVT-002', `${path}: tool call ${show(id)} is already resolved`)
    : badRequest('EVT-002', path, `${show(id)} is not a tool call of this session`);
}

function isAnswer(event: UserEventParams): event is AnswerParams {
  return Object.hasOwn(AWAITED, event.type);
}

function callOf(event: AnswerParams): string {
  return event.type === 'user.custom_tool_result' ? event.custom_tool_use_id : event.tool_use_id;
}

function answerOf(event: AnswerParams): NonNullable<PendingCall['answer']> {
  if (event.type === 'user.tool_confirmation')
    return event.result === 'allow'
      ? { kind: 'allow' }
      : { kind: 'deny', message: event.deny_message ?? 'The user denied the call.' };
  const texts = (event.content ?? []).map((block) =>
    block.type === 'text' ? block.text : `[${block.type}]`,
  );
  return { kind: 'result', text: texts.join('\n') };
}
