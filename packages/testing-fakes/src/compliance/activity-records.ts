/** Activities as they are kept. */
import type {
  Activity,
  ActivityAdminApiKeyActor,
  ActivityApiActor,
  KeyKind,
  UnknownActivity,
  UntypedActivity,
} from '@parlance/schemas';
import { hashText } from '../world/random.js';
import type { WorldOrganization } from '../admin/directory.js';
import { headerOf } from '../engine/headers.js';
import type { RequestHeaders } from '../engine/message.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** An activity as it is kept. */
export interface StoredActivity {
  readonly id: string;
  readonly created_at: string;
  /** Whether it belongs to the organization; a login or a look at the audit log belongs to none. */
  readonly isOwned: boolean;
  readonly details: ActivityDetails;
}

/** Activities of the parent organization. */
export const activities: CollectionName<StoredActivity> = collection('activities');

type Common = 'id' | 'created_at' | 'organization_id' | 'organization_uuid';
type WithoutCommon<A> = A extends unknown ? Omit<A, Common> : never;

/** What an activity says, before it gets an id and a time. */
export type ActivityDetails = WithoutCommon<Exclude<Activity, UnknownActivity | UntypedActivity>>;

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
  const records = world.store.of(activities);
  // Ids grow, so that activities of the same moment are listed in the order in which they occurred.
  const id = `activity_${records.size.toString(36).padStart(8, '0')}${world.id('').slice(0, 16)}`;
  const isOwned = scope === 'organization';
  return records.put(id, { id, created_at: world.clock.iso(), isOwned, details });
}

/** Shows an activity. */
export function showActivity(
  { id, created_at, isOwned, details }: StoredActivity,
  organization: WorldOrganization,
): Activity {
  const { type, actor, ...rest } = details;
  const owner = {
    organization_id: isOwned ? organization.id : null,
    organization_uuid: isOwned ? organization.uuid : null,
  };
  // The spread forgets which fields belong to which type; the details were typed when they were made.
  return { id, created_at, type, ...owner, actor, ...rest } as Activity;
}

/** Gives the actor that stands for whoever calls with a key. */
export function keyActorOf(call: {
  readonly world: World;
  readonly keyKind: KeyKind;
  readonly headers: RequestHeaders;
}): ActivityApiActor | ActivityAdminApiKeyActor {
  const { world, keyKind, headers } = call;
  const id = `apikey_${hashText(`${world.organizationId}:${keyKind}`).toString(36).padStart(8, '0')}`;
  if (keyKind === 'admin-key') return { type: 'admin_api_key_actor', admin_api_key_id: id };
  return {
    type: 'api_actor',
    api_key_id: id,
    ip_address: '127.0.0.1',
    user_agent: headerOf(headers, 'user-agent') ?? 'unknown',
  };
}
