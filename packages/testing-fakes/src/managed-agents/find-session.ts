import { find } from '../records/find.js';
import type { World } from '../world/world.js';
import { sessions } from './collections.js';
import type { StoredSession } from './run/session-state.js';

/**
 * Returns a session.
 *
 * @throws {Refusal} 404 if it does not exist.
 */
export function findSession(world: World, sessionId: string): StoredSession {
  return find(world.store.of(sessions), sessionId, { what: 'session' });
}
