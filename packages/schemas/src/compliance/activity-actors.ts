/** Actors: who performed an activity. */
import type { UnknownMember } from '../kit/open.js';

/**
 * A user of the organization.
 *
 * @source compliance > Activity (audit record)
 */
export interface ActivityUserActor {
  /** Always `user_actor`. */
  type: 'user_actor';
  /** E-mail address of the user. */
  email_address: string;
  /** IP address of the client. */
  ip_address: string;
  /** User agent of the client. */
  user_agent: string;
  /** Identifier of the user. */
  user_id: string;
}

/**
 * An employee of the vendor.
 *
 * @source compliance > Activity (audit record)
 */
export interface ActivityVendorActor {
  /** Always `vendor_actor`. */
  type: 'vendor_actor';
  /** E-mail address of the employee, if available. */
  email_address?: string | null | undefined;
}

/**
 * A client with an API key.
 *
 * @source compliance > Activity (audit record)
 */
export interface ActivityApiActor {
  /** Always `api_actor`. */
  type: 'api_actor';
  /** Identifier of the key. */
  api_key_id: string;
  /** IP address of the client. */
  ip_address: string;
  /** User agent of the client. */
  user_agent: string;
}

/**
 * A directory that synchronizes users to the organization through SCIM.
 *
 * @source compliance > Activity (audit record)
 */
export interface ActivityScimDirectorySyncActor {
  /** Always `scim_directory_sync_actor`. */
  type: 'scim_directory_sync_actor';
  /** Identifier of the directory. */
  directory_id: string;
  /** Identifier of the event at the identity provider. */
  provider_event_id: string;
  /** Kind of connection to the identity provider. */
  idp_connection_type?: string | null | undefined;
}

/**
 * A client with an admin key.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.1
 */
export interface ActivityAdminApiKeyActor {
  /** Always `admin_api_key_actor`. */
  type: 'admin_api_key_actor';
  /** Identifier of the key. */
  admin_api_key_id: string;
}

/**
 * An unauthenticated person.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.1
 */
export interface ActivityUnauthenticatedUserActor {
  /** Always `unauthenticated_user_actor`. */
  type: 'unauthenticated_user_actor';
  /** Unverified e-mail address that the person entered; null or absent if they did not enter one. */
  unauthenticated_email_address?: string | null | undefined;
  /** IP address of the client. */
  ip_address: string;
  /** User agent of the client. */
  user_agent: string;
}

/** The actor of an activity. Unknown types of actors are preserved unchanged. */
export type ActivityActor =
  | ActivityUserActor
  | ActivityVendorActor
  | ActivityApiActor
  | ActivityScimDirectorySyncActor
  | ActivityAdminApiKeyActor
  | ActivityUnauthenticatedUserActor
  | UnknownMember;
