/** Handlers of activities. */
import type { ActivityListParams, activityOperations } from '@parlance/schemas';
import { organizationOf } from '../admin/directory.js';
import type { HandlersFor } from '../engine/call.js';
import { idPage } from '../records/pages.js';
import type { World } from '../world/world.js';
import { activities, type StoredActivity } from './activity-records.js';
import { organizationFilter } from './organization-filter.js';
import { timeFilter } from './time-filter.js';

/** Handlers of activities, by operation id. */
export const activityHandlers: HandlersFor<typeof activityOperations> = {
  'activities.list': (call) =>
    idPage(call, {
      from: call.world.store.of(activities),
      cursors: 'opaque',
      defaultLimit: 100,
      by: (activity) => activity.created_at,
      ties: 'id',
      where: activityFilter(call.world, call.query),
      show: (activity) => activity,
    }),
};

function activityFilter(
  world: World,
  query: ActivityListParams,
): ((activity: StoredActivity) => boolean) | undefined {
  const { activity_types, actor_ids, organization_ids, created_at } = query;
  const isAnyAsked = [activity_types, actor_ids, organization_ids, created_at].some(
    (filter) => filter !== undefined,
  );
  if (!isAnyAsked) return undefined;
  const types = activity_types === undefined ? undefined : new Set<unknown>(activity_types);
  const actors = actor_ids === undefined ? undefined : new Set(actor_ids);
  const inOrganizations = organizationFilter(organizationOf(world), organization_ids);
  const isCreated = timeFilter(created_at);
  return (activity) =>
    (types === undefined || types.has(activity.type)) &&
    (actors === undefined || (activity.actor.type === 'user_actor' && actors.has(activity.actor.user_id))) &&
    inOrganizations(activity.organization_id) &&
    isCreated(activity.created_at);
}
