/** Stored activities. */
import type {
  Activity,
  ActivityAdminApiKeyActor,
  ActivityApiActor,
  KeyKind,
  UnknownActivity,
  UntypedActivity,
} from '@parlance/schemas';
import { hashText } from '../world/random.js';
import { isComplianceEnabled } from '../admin/compliance-settings.js';
import { headerOf } from '../engine/headers.js';
import type { RequestHeaders } from '../engine/message.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import type { FindOrganization } from './organization-filter.js';

/** A stored activity. */
export interface StoredActivity {
  readonly id: string;
  readonly created_at: string;
  /** Whether the activity belongs to an organization. Logins and requests to the compliance API do not. */
  readonly isOwned: boolean;
  /** Key of its organization. Absent in activities of the world's own. */
  readonly organization?: string | undefined;
  readonly details: ActivityDetails;
}

/** Activities of the parent organization. */
export const activities: CollectionName<StoredActivity> = collection('activities');

type Common = 'id' | 'created_at' | 'organization_id' | 'organization_uuid';
type WithoutCommon<A> = A extends unknown ? Omit<A, Common> : never;

/** Fields of an activity without its id, time and organization. */
export type ActivityDetails = WithoutCommon<Exclude<Activity, UnknownActivity | UntypedActivity>>;

/**
 * Adds an activity to the audit log, unless the Compliance API is disabled.
 *
 * @param world - World with the audit log.
 * @param details - Type, actor and other fields of the activity.
 * @param scope - Whether the activity belongs to the organization. Defaults to `organization`.
 */
export function addActivity(
  world: World,
  details: ActivityDetails,
  scope: 'organization' | 'none' = 'organization',
): StoredActivity {
  const records = world.store.of(activities);
  // Ids increase, so that activities with the same timestamp are listed in the order in which they occurred.
  const id = `activity_${records.size.toString(36).padStart(8, '0')}${world.id('').slice(0, 16)}`;
  const isOwned = scope === 'organization';
  const activity = { id, created_at: world.clock.iso(), isOwned, details };
  return isComplianceEnabled(world) ? records.put(id, activity) : activity;
}

/** Returns an activity as the API represents it. */
export function showActivity(
  { id, created_at, isOwned, organization, details }: StoredActivity,
  find: FindOrganization,
): Activity {
  const { type, actor, ...rest } = details;
  const owner = find(isOwned ? organization : null);
  // Spreading loses the relation between type and fields. `ActivityDetails` has already ensured it.
  return {
    id,
    created_at,
    type,
    organization_id: owner?.id ?? null,
    organization_uuid: owner?.uuid ?? null,
    actor,
    ...rest,
  } as Activity;
}

/** Returns the actor for the API key of a call. */
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
