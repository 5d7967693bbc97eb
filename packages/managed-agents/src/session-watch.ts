/** Watches the state of a session. */
import type { OutcomeEvaluation, Session } from '@parlance/schemas/managed-agents';
import { NotFoundError } from '@parlance/core-transport';
import { checkRecord, requireFunction } from '@parlance/core-transport/internal';
import { SessionError } from './session-errors.js';
import { persist, SessionFeed, waitChecks, type FollowOptions } from './session-feed.js';
import { latestStatus } from './session-runner.js';
import type { Sessions } from './sessions.js';

/** Options for waiting on a session. */
export type WatchOptions = Pick<FollowOptions, 'signal' | 'baseDelayMs' | 'maxDelayMs'>;

const FINAL: ReadonlySet<string> = new Set(['satisfied', 'max_iterations_reached', 'failed', 'interrupted']);

/**
 * Yields the current session, and again whenever an event signals a change.
 *
 * @param sessions - The sessions resource.
 * @param sessionId - Identifier of the session.
 * @param options - See {@link WatchOptions}.
 */
export async function* watchSession(
  sessions: Sessions,
  sessionId: string,
  options: WatchOptions,
): AsyncGenerator<Session, void, undefined> {
  checkRecord('', options, waitChecks);
  const { signal } = options;
  // Skip events before the last status change: they are irrelevant, and there may be many.
  const latest = await persist(() => latestStatus(sessions.events, sessionId, signal), options);
  const { processed_at: at = '' } = latest ?? {};
  const time = new Date(at);
  const processed_at = Number.isNaN(time.getTime()) ? null : time.toISOString();
  const operation = 'sessions.events.follow' as const;
  const resumeFrom = { operation, session_id: sessionId, processed_at, ids: [], done: false };
  const feed = new SessionFeed(sessions.events, sessionId, { ...options, resumeFrom });
  const current = (): Promise<Session> => persist(() => sessions.retrieve(sessionId, { signal }), options);
  let isLive = false;
  for await (const event of feed.read()) {
    isLive ||= event === undefined;
    const matters = event === undefined || /^(session|span\.outcome)[._]/.test(event.type);
    if (!isLive || !matters) continue;
    try {
      yield await current();
    } catch (error) {
      if (event !== undefined && NotFoundError.is(error)) return;
      throw error;
    }
  }
  if (!isLive) yield await current();
}

/**
 * Returns the first state of a session for which the predicate returns true.
 *
 * @throws {SessionError} When the session ends first.
 */
export async function waitForSession(
  sessionId: string,
  states: AsyncIterable<Session>,
  predicate: (session: Session) => boolean,
): Promise<Session> {
  requireFunction('predicate', predicate);
  for await (const session of states) if (predicate(session)) return session;
  throw new SessionError(
    'session_ended',
    'The session ended before it reached the awaited state.',
    sessionId,
  );
}

/**
 * Yields each state of an outcome until its result is final.
 *
 * @throws {SessionError} When the outcome does not exist.
 */
export async function* outcomeStates(
  states: AsyncIterable<Session>,
  outcomeId: string,
): AsyncGenerator<OutcomeEvaluation, void, undefined> {
  let last = '';
  for await (const session of states) {
    const { outcome_evaluations: all }: Partial<Session> = session;
    const outcome = all?.find(({ outcome_id }) => outcome_id === outcomeId);
    if (outcome === undefined)
      throw new SessionError('outcome_not_found', `The session has no outcome ${outcomeId}.`, session.id);
    const state = JSON.stringify(outcome);
    if (state !== last) yield outcome;
    last = state;
    if (FINAL.has(outcome.result)) return;
  }
}
