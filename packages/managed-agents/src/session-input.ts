/** Sends the input of a run once, even if the response is lost. */
import { ConnectionError, ServerError, UnexpectedResponseError } from '@parlance/core-transport';
import { wait } from '@parlance/core-transport/internal';
import type { SessionEvent, UserEventParams } from '@parlance/schemas/managed-agents';
import type { SessionEvents } from './session-events.js';
import { persist } from './session-feed.js';

const USER_EVENTS = [
  'user.message',
  'user.define_outcome',
  'user.interrupt',
  'user.tool_confirmation',
  'user.custom_tool_result',
  'user.tool_result',
];
/** Maximum number of recent events to read. */
const RECENT = 100;
/** Lookups after a lost response, because the service may still be storing the events. */
const MAX_LOOKUPS = 3;

/** Recipient of input. */
export interface InputTarget {
  readonly events: SessionEvents;
  readonly sessionId: string;
  readonly signal: AbortSignal;
  readonly baseDelayMs: number;
}

/** User events that the session had stored before the input was sent. */
export interface RecentInput {
  /** Identifiers of the recent user events. */
  readonly ids: ReadonlySet<string>;
  /** Identifiers of queued messages and outcomes, which the session has not started to process yet. */
  readonly queued: readonly string[];
}

/** Converts the `input` option to events. */
export function inputEvents(
  input: string | readonly UserEventParams[] | undefined,
): readonly UserEventParams[] {
  if (input === undefined) return [];
  return typeof input === 'string'
    ? [{ type: 'user.message', content: [{ type: 'text', text: input }] }]
    : input;
}

/** Reads the most recent user events of a session. */
export async function recentInput(target: InputTarget): Promise<RecentInput> {
  const types = [...USER_EVENTS, 'session.status_idle'];
  const recent = await persist(() => recentEvents(target, types), target);
  // A turn that exhausts its retries discards the queue: earlier events without a time are never processed.
  const flush = recent.findIndex(
    (event) => event.type === 'session.status_idle' && event.stop_reason.type === 'retries_exhausted',
  );
  const current = flush === -1 ? recent : recent.slice(0, flush);
  return {
    ids: new Set(recent.map(idOf)),
    queued: current.filter((event) => isWork(event) && event.processed_at == null).map(idOf),
  };
}

/**
 * Sends input. If the response is lost, looks for the input among the stored events.
 *
 * @param target - See {@link InputTarget}.
 * @param events - The input.
 * @param known - Identifiers of user events stored before.
 * @returns Identifiers of the messages and outcomes that were stored.
 * @throws {ConnectionError} When the response is lost and the session has not stored the input.
 */
export async function sendInput(
  target: InputTarget,
  events: readonly UserEventParams[],
  known: ReadonlySet<string>,
): Promise<string[]> {
  const { sessionId, signal } = target;
  try {
    const sent = await target.events.send(sessionId, { events: [...events] }, { signal });
    return ((sent.data ?? []) as SessionEvent[]).filter(isWork).map(idOf);
  } catch (error) {
    if (!isResponseLost(error)) throw error;
    const stored = await findInput(target, events, known);
    if (stored === undefined) throw error;
    return stored.filter(isWork).map(idOf);
  }
}

function isResponseLost(error: unknown): boolean {
  return ConnectionError.is(error) || UnexpectedResponseError.is(error) || ServerError.is(error);
}

async function findInput(
  target: InputTarget,
  events: readonly UserEventParams[],
  known: ReadonlySet<string>,
): Promise<SessionEvent[] | undefined> {
  for (let lookup = 0; lookup < MAX_LOOKUPS && !target.signal.aborted; lookup++) {
    await wait(Math.random() * target.baseDelayMs * 2 ** lookup, target.signal);
    const added = (await recentEvents(target, USER_EVENTS)).filter((event) => !known.has(idOf(event)));
    const stored = events.map((event) => takeMatch(event, added));
    // The service stores all events of a request, or none.
    if (!stored.includes(undefined)) return stored as SessionEvent[];
  }
  return undefined;
}

/** Removes the oldest stored event that has all fields of a sent one, and returns it. */
function takeMatch(sent: UserEventParams, stored: SessionEvent[]): SessionEvent | undefined {
  const type = sent.type === 'define_outcome' ? 'user.define_outcome' : sent.type;
  const index = stored.findLastIndex((event) => includes(event, { ...sent, type }));
  return index === -1 ? undefined : stored.splice(index, 1)[0];
}

/**
 * Returns whether a stored value contains everything that was sent. The service may add fields, and omit those that
 * are null.
 */
function includes(stored: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return (stored ?? null) === (sent ?? null);
  if (typeof stored !== 'object' || stored === null) return false;
  if (Array.isArray(sent) && (stored as readonly unknown[]).length !== sent.length) return false;
  return Object.entries(sent).every(([key, value]) =>
    includes((stored as Readonly<Record<string, unknown>>)[key], value),
  );
}

async function recentEvents(target: InputTarget, types: string[]): Promise<SessionEvent[]> {
  const { events, sessionId, signal } = target;
  const query = { types, order: 'desc' as const, limit: RECENT };
  return [...(await events.list(sessionId, query, { signal })).data];
}

type Work = Extract<SessionEvent, { type: 'user.message' | 'user.define_outcome' }>;

function isWork(event: SessionEvent): event is Work {
  return event.type === 'user.message' || event.type === 'user.define_outcome';
}

function idOf(event: SessionEvent): string {
  return event.id;
}
