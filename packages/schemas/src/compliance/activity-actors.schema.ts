/** Schemas of the actors of activities. */
import { s } from '../kit/schema.js';
import { openObject, openUnion, type Schema } from '../kit/schema.js';
import type {
  ActivityActor,
  ActivityAdminApiKeyActor,
  ActivityApiActor,
  ActivityScimDirectorySyncActor,
  ActivityUnauthenticatedUserActor,
  ActivityUserActor,
  ActivityVendorActor,
} from './activity-actors.js';

/** Schema of {@link ActivityUserActor}. */
export const ActivityUserActorSchema: Schema<ActivityUserActor> = openObject<ActivityUserActor>()({
  type: s.literal('user_actor'),
  email_address: s.string(),
  ip_address: s.string(),
  user_agent: s.string(),
  user_id: s.string(),
});

/** Schema of {@link ActivityVendorActor}. */
export const ActivityVendorActorSchema: Schema<ActivityVendorActor> = openObject<ActivityVendorActor>()({
  type: s.literal('vendor_actor'),
  email_address: s.string().nullish(),
});

/** Schema of {@link ActivityApiActor}. */
export const ActivityApiActorSchema: Schema<ActivityApiActor> = openObject<ActivityApiActor>()({
  type: s.literal('api_actor'),
  api_key_id: s.string(),
  ip_address: s.string(),
  user_agent: s.string(),
});

/** Schema of {@link ActivityScimDirectorySyncActor}. */
export const ActivityScimDirectorySyncActorSchema: Schema<ActivityScimDirectorySyncActor> =
  openObject<ActivityScimDirectorySyncActor>()({
    type: s.literal('scim_directory_sync_actor'),
    directory_id: s.string(),
    provider_event_id: s.string(),
    idp_connection_type: s.string().nullish(),
  });

const ActivityAdminApiKeyActorSchema: Schema<ActivityAdminApiKeyActor> =
  openObject<ActivityAdminApiKeyActor>()({
    type: s.literal('admin_api_key_actor'),
    admin_api_key_id: s.string(),
  });

const ActivityUnauthenticatedUserActorSchema: Schema<ActivityUnauthenticatedUserActor> =
  openObject<ActivityUnauthenticatedUserActor>()({
    type: s.literal('unauthenticated_user_actor'),
    unauthenticated_email_address: s.string().nullable(),
    ip_address: s.string(),
    user_agent: s.string(),
  });

/** Schema of {@link ActivityActor}. */
export const ActivityActorSchema: Schema<ActivityActor> = openUnion<ActivityActor>()('type', {
  user_actor: ActivityUserActorSchema,
  vendor_actor: ActivityVendorActorSchema,
  api_actor: ActivityApiActorSchema,
  scim_directory_sync_actor: ActivityScimDirectorySyncActorSchema,
  admin_api_key_actor: ActivityAdminApiKeyActorSchema,
  unauthenticated_user_actor: ActivityUnauthenticatedUserActorSchema,
});
