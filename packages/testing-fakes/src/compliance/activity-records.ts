/** Activities as they are kept. */
import type { Activity, ActivityApiActor } from '@parlance/schemas';
import { hashText } from '../world/random.js';
import { organizationOf } from '../admin/directory.js';
import { headerOf } from '../engine/headers.js';
import type { RequestHeaders } from '../engine/message.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** An activity as it is kept: with an id, a time and an owner, which the contract leaves open. */
export type StoredActivity = Activity & {
  readonly id: string;
  readonly created_at: string;
  readonly organization_id: string | null;
};

/** Activities of the parent organization. */
export const activities: CollectionName<StoredActivity> = collection('activities');

type NewActivity<A> = A extends { type: infer T }
  ? string extends T
    ? never
    : Omit<A, 'id' | 'created_at' | 'organization_id' | 'organization_uuid'> & { readonly type: T }
  : never;

/** What an activity says, before it gets an id and a time. */
export type ActivityDetails = NewActivity<Activity>;

/**
 * Adds an activity to the audit log.
 *
 * @param world - The world.
 * @param details - What it says.
 * @param scope - Whether it belongs to the organization. Default `organization`.
 */
export function addActivity(
  world: World,
  details: ActivityDetails,
  scope: 'organization' | 'none' = 'organization',
): StoredActivity {
  const organization = scope === 'organization' ? organizationOf(world) : undefined;
  const id = world.id('activity_');
  const activity = {
    id,
    created_at: world.clock.iso(),
    organization_id: organization?.id ?? null,
    organization_uuid: organization?.uuid ?? null,
    ...details,
  };
  return world.store.of(activities).put(id, activity as StoredActivity);
}

/** Gives the actor that stands for whoever calls with a key. */
export function apiActorOf(call: {
  readonly world: World;
  readonly headers: RequestHeaders;
}): ActivityApiActor {
  return {
    type: 'api_actor',
    api_key_id: complianceKeyId(call.world),
    ip_address: '127.0.0.1',
    user_agent: headerOf(call.headers, 'user-agent') ?? 'unknown',
  };
}

/** Gives the id of a world's compliance key. */
export function complianceKeyId(world: World): string {
  return `apikey_${hashText(`${world.organizationId}:compliance`).toString(36).padStart(8, '0')}`;
}
