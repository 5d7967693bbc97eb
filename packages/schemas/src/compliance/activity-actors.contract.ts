/** Actors: who performed an activity. */
import * as z from 'zod';
import { type ObjectSchema, openObject, openUnion, type Schema } from '../kit/schema.js';
import type * as types from './activity-actors.js';

/**
 * A user of the organization.
 *
 * @source compliance > Activity (audit record)
 */
export const ActivityUserActor: ObjectSchema<types.ActivityUserActor> = openObject({
  type: z.literal('user_actor'),
  /** E-mail address of the user. */
  email_address: z.string(),
  /** IP address of the client. */
  ip_address: z.string(),
  /** User agent of the client. */
  user_agent: z.string(),
  /** Identifier of the user. */
  user_id: z.string(),
});

/**
 * An employee of the vendor.
 *
 * @source compliance > Activity (audit record)
 */
export const ActivityVendorActor: ObjectSchema<types.ActivityVendorActor> = openObject({
  type: z.literal('vendor_actor'),
  /** E-mail address of the employee, if available. */
  email_address: z.string().nullish(),
});

/**
 * A client with an API key.
 *
 * @source compliance > Activity (audit record)
 */
export const ActivityApiActor: ObjectSchema<types.ActivityApiActor> = openObject({
  type: z.literal('api_actor'),
  /** Identifier of the key. */
  api_key_id: z.string(),
  /** IP address of the client. */
  ip_address: z.string(),
  /** User agent of the client. */
  user_agent: z.string(),
});

/**
 * A directory that synchronizes users to the organization through SCIM.
 *
 * @source compliance > Activity (audit record)
 */
export const ActivityScimDirectorySyncActor: ObjectSchema<types.ActivityScimDirectorySyncActor> = openObject({
  type: z.literal('scim_directory_sync_actor'),
  /** Identifier of the directory. */
  directory_id: z.string(),
  /** Identifier of the event at the identity provider. */
  provider_event_id: z.string(),
  /** Kind of connection to the identity provider. */
  idp_connection_type: z.string().nullish(),
});

/**
 * A client with an admin key.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.1
 */
export const ActivityAdminApiKeyActor: ObjectSchema<types.ActivityAdminApiKeyActor> = openObject({
  type: z.literal('admin_api_key_actor'),
  /** Identifier of the key. */
  admin_api_key_id: z.string(),
});

/**
 * An unauthenticated person.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.1
 */
export const ActivityUnauthenticatedUserActor: ObjectSchema<types.ActivityUnauthenticatedUserActor> =
  openObject({
    type: z.literal('unauthenticated_user_actor'),
    /** Unverified e-mail address that the person entered; null or absent if they did not enter one. */
    unauthenticated_email_address: z.string().nullish(),
    /** IP address of the client. */
    ip_address: z.string(),
    /** User agent of the client. */
    user_agent: z.string(),
  });

/** The actor of an activity. Unknown types of actors are preserved unchanged. */
export const ActivityActor: Schema<types.ActivityActor> = openUnion('type', [
  ActivityUserActor,
  ActivityVendorActor,
  ActivityApiActor,
  ActivityScimDirectorySyncActor,
  ActivityAdminApiKeyActor,
  ActivityUnauthenticatedUserActor,
]);
