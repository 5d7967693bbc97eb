/**
 * Handlers for activities.
 *
 * Rules: CMP-080, CMP-084, CMP-085, CMP-086, CMP-087, CMP-088, CMP-089, CMP-105.
 */
import type { Activity, ActivityListParams, activityOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { idPage } from '../records/pages.js';
import { activities, type StoredActivity } from '../organization/activity-records.js';
import { organizationFilter, organizationFinder, type FindOrganization } from './organization-filter.js';
import { timeFilter } from '../records/time-filter.js';

/** Handlers for the activity operations. */
export const activityHandlers: HandlersFor<typeof activityOperations> = {
  'activities.list': (call) => {
    const find = organizationFinder(call.world);
    return idPage(call, {
      from: call.world.store.of(activities),
      cursors: 'opaque',
      defaultLimit: 100,
      by: (activity) => activity.created_at,
      ties: 'id',
      where: activityFilter(find, call.query),
      show: (activity) => showActivity(activity, find),
    });
  },
};

/** Creates the filter of a query, or undefined if it matches everything, so that the list skips the filtering. */
function activityFilter(
  find: FindOrganization,
  query: ActivityListParams,
): ((activity: StoredActivity) => boolean) | undefined {
  const { activity_types, actor_ids, organization_ids, created_at } = query;
  const filters = [activity_types, actor_ids, organization_ids, created_at];
  if (filters.every((filter) => filter === undefined)) return undefined;
  const types = activity_types === undefined ? undefined : new Set<unknown>(activity_types);
  const actors = actor_ids === undefined ? undefined : new Set(actor_ids);
  const inOrganizations = organizationFilter(organization_ids);
  const isCreated = timeFilter(created_at);
  return ({ details: { type, actor }, isOwned, organization, created_at: time }) =>
    (types === undefined || types.has(type)) &&
    (actors === undefined || (actor.type === 'user_actor' && actors.has(actor.user_id))) &&
    inOrganizations(find(isOwned ? organization : null)) &&
    isCreated(time);
}

/** Returns an activity as the API represents it. */
function showActivity(
  { id, created_at, isOwned, organization, details }: StoredActivity,
  find: FindOrganization,
): Activity {
  const { type, actor, ...rest } = details;
  const owner = find(isOwned ? organization : null);
  // Spreading loses the relation between type and fields. `ActivityDetails` has already ensured it.
  return {
    ...(id !== null && { id }),
    created_at,
    type,
    organization_id: owner?.id ?? null,
    organization_uuid: owner?.uuid ?? null,
    actor,
    ...rest,
  } as Activity;
}
