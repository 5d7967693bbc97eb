/** Resumes the sessions of a world that was restored, forked, or left behind by a process that exited. */
import { workspaceViews } from '../../organization/workspaces.js';
import type { World } from '../../world/world.js';
import { sessions } from '../collections.js';
import { wake } from './session-run.js';

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
