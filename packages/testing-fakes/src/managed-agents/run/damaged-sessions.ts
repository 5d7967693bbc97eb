/** Sessions whose stored record is damaged. They are disabled, so that they cannot affect the emulator or other sessions. */
import { workspaceViews } from '../../admin/workspaces.js';
import { Refusal, show } from '../../engine/refusal.js';
import { find } from '../../records/find.js';
import { workspaceCollection, type CollectionName } from '../../world/store.js';
import type { World } from '../../world/world.js';
import { sessions } from '../collections.js';
import { problemOfSession } from './session-check.js';
import { publish } from './session-log.js';
import type { StoredSession } from './session-state.js';

/** A disabled session. */
export interface DamagedSession {
  /** Why it is disabled. */
  readonly problem: string;
  /** The record as it was found. */
  readonly record: unknown;
}

/** Disabled sessions. */
export const damagedSessions: CollectionName<DamagedSession> = workspaceCollection('damaged_sessions');

const MAX_PROBLEM_CHARACTERS = 300;

/**
 * Disables a session: its streams end, lists omit it and it does not run. Every request to it except its deletion is
 * rejected with the problem. The record is kept for inspection.
 *
 * @param world - World of the session.
 * @param sessionId - Id that the session is stored under.
 * @param problem - Why it is disabled.
 */
export function disableSession(world: World, sessionId: string, problem: string): void {
  const record: unknown = world.store.of(sessions).get(sessionId);
  world.store.of(sessions).delete(sessionId);
  publish(world, sessionId, undefined);
  world.store
    .of(damagedSessions)
    .put(sessionId, { problem: problem.slice(0, MAX_PROBLEM_CHARACTERS), record });
}

/** Disables the damaged sessions of a world that was read from a file or a snapshot. */
export function disableDamagedSessions(world: World): void {
  for (const view of workspaceViews(world)) {
    const ids = view.store
      .of(sessions)
      .entries()
      .map(({ id }) => id);
    for (const id of ids) {
      const problem = problemOfSession(view, id);
      if (problem !== undefined) disableSession(view, id, problem);
    }
  }
}

/**
 * Returns a session.
 *
 * @throws {Refusal} 404 if it does not exist, 500 if it is disabled.
 */
export function findSession(world: World, sessionId: string): StoredSession {
  const damaged = world.store.of(damagedSessions).get(sessionId);
  if (damaged === undefined) return find(world.store.of(sessions), sessionId, { what: 'session' });
  throw new Refusal({
    status: 500,
    type: 'api_error',
    rule: null,
    message: `The session ${show(sessionId)} is disabled because its stored record is damaged: ${damaged.problem}`,
    headers: { 'x-should-retry': 'false' },
  });
}
