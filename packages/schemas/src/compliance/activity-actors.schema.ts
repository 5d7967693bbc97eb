/** Schemas of the actors of activities. */
import * as z from 'zod';
import { type ObjectSchema, openObject, openUnion, type Schema } from '../kit/schema.js';
import type * as types from './activity-actors.js';

/** Schema of {@link types.ActivityUserActor}. */
export const ActivityUserActorSchema: ObjectSchema<types.ActivityUserActor> =
  openObject<types.ActivityUserActor>()({
    type: z.literal('user_actor'),
    email_address: z.string(),
    ip_address: z.string(),
    user_agent: z.string(),
    user_id: z.string(),
  });

/** Schema of {@link types.ActivityVendorActor}. */
export const ActivityVendorActorSchema: ObjectSchema<types.ActivityVendorActor> =
  openObject<types.ActivityVendorActor>()({
    type: z.literal('vendor_actor'),
    email_address: z.string().nullish(),
  });

/** Schema of {@link types.ActivityApiActor}. */
export const ActivityApiActorSchema: ObjectSchema<types.ActivityApiActor> =
  openObject<types.ActivityApiActor>()({
    type: z.literal('api_actor'),
    api_key_id: z.string(),
    ip_address: z.string(),
    user_agent: z.string(),
  });

/** Schema of {@link types.ActivityScimDirectorySyncActor}. */
export const ActivityScimDirectorySyncActorSchema: ObjectSchema<types.ActivityScimDirectorySyncActor> =
  openObject<types.ActivityScimDirectorySyncActor>()({
    type: z.literal('scim_directory_sync_actor'),
    directory_id: z.string(),
    provider_event_id: z.string(),
    idp_connection_type: z.string().nullish(),
  });

const ActivityAdminApiKeyActorSchema: ObjectSchema<types.ActivityAdminApiKeyActor> =
  openObject<types.ActivityAdminApiKeyActor>()({
    type: z.literal('admin_api_key_actor'),
    admin_api_key_id: z.string(),
  });

const ActivityUnauthenticatedUserActorSchema: ObjectSchema<types.ActivityUnauthenticatedUserActor> =
  openObject<types.ActivityUnauthenticatedUserActor>()({
    type: z.literal('unauthenticated_user_actor'),
    unauthenticated_email_address: z.string().nullish(),
    ip_address: z.string(),
    user_agent: z.string(),
  });

/** Schema of {@link types.ActivityActor}. */
export const ActivityActorSchema: Schema<types.ActivityActor> = openUnion<types.ActivityActor>()('type', {
  user_actor: ActivityUserActorSchema,
  vendor_actor: ActivityVendorActorSchema,
  api_actor: ActivityApiActorSchema,
  scim_directory_sync_actor: ActivityScimDirectorySyncActorSchema,
  admin_api_key_actor: ActivityAdminApiKeyActorSchema,
  unauthenticated_user_actor: ActivityUnauthenticatedUserActorSchema,
});
