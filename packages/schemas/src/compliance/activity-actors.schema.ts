/** Schemas of the actors of activities. */
import * as z from 'zod';
import { type ObjectSchema, openObject, openUnion, type Schema } from '../kit/schema.js';
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
export const ActivityUserActorSchema: ObjectSchema<ActivityUserActor> = openObject<ActivityUserActor>()({
  type: z.literal('user_actor'),
  email_address: z.string(),
  ip_address: z.string(),
  user_agent: z.string(),
  user_id: z.string(),
});

/** Schema of {@link ActivityVendorActor}. */
export const ActivityVendorActorSchema: ObjectSchema<ActivityVendorActor> = openObject<ActivityVendorActor>()(
  {
    type: z.literal('vendor_actor'),
    email_address: z.string().nullish(),
  },
);

/** Schema of {@link ActivityApiActor}. */
export const ActivityApiActorSchema: ObjectSchema<ActivityApiActor> = openObject<ActivityApiActor>()({
  type: z.literal('api_actor'),
  api_key_id: z.string(),
  ip_address: z.string(),
  user_agent: z.string(),
});

/** Schema of {@link ActivityScimDirectorySyncActor}. */
export const ActivityScimDirectorySyncActorSchema: ObjectSchema<ActivityScimDirectorySyncActor> =
  openObject<ActivityScimDirectorySyncActor>()({
    type: z.literal('scim_directory_sync_actor'),
    directory_id: z.string(),
    provider_event_id: z.string(),
    idp_connection_type: z.string().nullish(),
  });

const ActivityAdminApiKeyActorSchema: ObjectSchema<ActivityAdminApiKeyActor> =
  openObject<ActivityAdminApiKeyActor>()({
    type: z.literal('admin_api_key_actor'),
    admin_api_key_id: z.string(),
  });

const ActivityUnauthenticatedUserActorSchema: ObjectSchema<ActivityUnauthenticatedUserActor> =
  openObject<ActivityUnauthenticatedUserActor>()({
    type: z.literal('unauthenticated_user_actor'),
    unauthenticated_email_address: z.string().nullish(),
    ip_address: z.string(),
    user_agent: z.string(),
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
