/**
 * Stored activities.
 *
 * Rules: CMP-082, CMP-104.
 */
import type {
  Activity,
  ActivityAdminApiKeyActor,
  ActivityApiActor,
  ActivityUserActor,
  KeyKind,
  UnknownActivity,
  UntypedActivity,
} from '@parlance/schemas';
import { hashText } from '../world/random.js';
import { isComplianceEnabled } from './compliance-settings.js';
import { headerOf } from '../engine/headers.js';
import type { RequestHeaders } from '../engine/message.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

/** A stored activity. */
export interface StoredActivity {
  /** Id that the API shows; null leaves it out. Scenarios can add several with the same id. */
  readonly id: string | null;
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
  const isOwned = scope === 'organization';
  const [key, activity] = withKey(world, { created_at: world.clock.iso(), isOwned, details });
  return isComplianceEnabled(world) ? world.store.of(activities).put(key, activity) : activity;
}

/** Returns a person who uses the apps as an actor. */
export function userActorOf(id: string, email: string): ActivityUserActor {
  const place = { ip_address: '203.0.113.1', user_agent: 'Mozilla/5.0' };
  return { type: 'user_actor', email_address: email, user_id: id, ...place };
}

type NewActivity = Omit<StoredActivity, 'id'> & { readonly id?: string | null | undefined };

/**
 * Stores an activity of a scenario. Its id is generated when it is undefined.
 *
 * @param world - World with the audit log.
 * @param activity - Activity to store.
 */
export function putActivity(world: World, activity: NewActivity): StoredActivity {
  return world.store.of(activities).put(...withKey(world, activity));
}

function withKey(world: World, activity: NewActivity): [key: string, activity: StoredActivity] {
  const { size } = world.store.of(activities);
  // Keys increase, so that activities with the same timestamp are listed in the order in which they occurred.
  const key = `activity_${size.toString(36).padStart(8, '0')}${world.id('').slice(0, 16)}`;
  return [key, { ...activity, id: activity.id === undefined ? key : activity.id }];
}

interface KeyedCall {
  readonly world: World;
  readonly keyKind: KeyKind;
  readonly headers: RequestHeaders;
}

/** Returns the actor for the API key of a call. */
export function keyActorOf(call: KeyedCall): ActivityApiActor | ActivityAdminApiKeyActor {
  if (call.keyKind === 'admin-key') return { type: 'admin_api_key_actor', admin_api_key_id: keyIdOf(call) };
  return apiActorOf(call);
}

/** Returns the id of the API key of a call. */
export function keyIdOf({ world, keyKind }: KeyedCall): string {
  return `apikey_${hashText(`${world.organizationId}:${keyKind}`).toString(36).padStart(8, '0')}`;
}

/** Returns the actor for the API key of a call, for activities that admin keys are not documented for. */
export function apiActorOf(call: KeyedCall): ActivityApiActor {
  const { headers } = call;
  return {
    type: 'api_actor',
    api_key_id: keyIdOf(call),
    ip_address: '127.0.0.1',
    user_agent: headerOf(headers, 'user-agent') ?? 'unknown',
  };
}
