/** Lets the sessions of a world go on that was saved, copied, or left by a process that ended while they ran. */
import type { World } from '../../world/world.js';
import { sessions } from '../collections.js';
import { wake } from './session-run.js';

/**
 * Takes up every session that was at work, at the step where it stopped: a step is stored as a whole or not at all, so
 * that nothing is told twice or left out. Its streams are gone; its events are all in the list.
 *
 * @param world - A world that has just been opened.
 */
export function takeUpSessions(world: World): void {
  for (const { id, record } of world.store.of(sessions).entries()) {
    if (record.status === 'running' || record.status === 'rescheduling') wake(world, id);
  }
}
