/** Schemas of the actors of activities. */
import { z } from 'zod';
import { openObject, openUnion, type Schema } from '../kit/schema.js';
import type {
  Actor,
  AdminApiKeyActor,
  ApiActor,
  ScimDirectorySyncActor,
  UnauthenticatedUserActor,
  UserActor,
  VendorActor,
} from './activity-actors.js';

/** Schema of {@link UserActor}. */
export const UserActorSchema: Schema<UserActor> = openObject<UserActor>()({
  type: z.literal('user_actor'),
  email_address: z.string(),
  ip_address: z.string(),
  user_agent: z.string(),
  user_id: z.string(),
});

/** Schema of {@link VendorActor}. */
export const VendorActorSchema: Schema<VendorActor> = openObject<VendorActor>()({
  type: z.literal('vendor_actor'),
  email_address: z.string().nullish(),
});

/** Schema of {@link ApiActor}. */
export const ApiActorSchema: Schema<ApiActor> = openObject<ApiActor>()({
  type: z.literal('api_actor'),
  api_key_id: z.string(),
  ip_address: z.string(),
  user_agent: z.string(),
});

/** Schema of {@link ScimDirectorySyncActor}. */
export const ScimDirectorySyncActorSchema: Schema<ScimDirectorySyncActor> =
  openObject<ScimDirectorySyncActor>()({
    type: z.literal('scim_directory_sync_actor'),
    directory_id: z.string(),
    provider_event_id: z.string(),
    idp_connection_type: z.string().nullish(),
  });

const AdminApiKeyActorSchema: Schema<AdminApiKeyActor> = openObject<AdminApiKeyActor>()({
  type: z.literal('admin_api_key_actor'),
  admin_api_key_id: z.string(),
});

const UnauthenticatedUserActorSchema: Schema<UnauthenticatedUserActor> =
  openObject<UnauthenticatedUserActor>()({
    type: z.literal('unauthenticated_user_actor'),
    unauthenticated_email_address: z.string().nullable(),
    ip_address: z.string(),
    user_agent: z.string(),
  });

/** Schema of {@link Actor}. */
export const ActorSchema: Schema<Actor> = openUnion<Actor>()('type', {
  user_actor: UserActorSchema,
  vendor_actor: VendorActorSchema,
  api_actor: ApiActorSchema,
  scim_directory_sync_actor: ScimDirectorySyncActorSchema,
  admin_api_key_actor: AdminApiKeyActorSchema,
  unauthenticated_user_actor: UnauthenticatedUserActorSchema,
});
