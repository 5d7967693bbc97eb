/** User profiles: the end users or companies on whose behalf a platform uses the service. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { Metadata } from './metadata.js';

/**
 * Relationship of a profile to the platform: `external` for an end user, `resold` for a company that the platform
 * resells access to, `internal` for the platform's own use.
 */
export type UserProfileRelationship = 'external' | 'resold' | 'internal';

/** A trust grant, in progress or decided. */
export interface TrustGrant {
  /** Status of the grant. */
  status: OpenEnum<'active' | 'pending' | 'rejected'>;
}

/**
 * An end user, a company that the platform resells access to, or the platform itself.
 *
 * @source managed-agents > User profile
 */
export interface UserProfile {
  /** Identifier, `uprof_...`. */
  id: string;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Your own key-value pairs. */
  metadata: Metadata;
  /** Relationship to the platform. */
  relationship: OpenEnum<UserProfileRelationship>;
  /** Trust grants by name. Grants that are neither active nor in progress are absent. */
  trust_grants: Record<string, TrustGrant>;
  /** Always `user_profile`. */
  type: 'user_profile';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** Identifier in your system, not necessarily unique; null or absent when unset. */
  external_id?: string | null | undefined;
  /** Display name, for `resold` profiles of the company; null or absent when unset. */
  name?: string | null | undefined;
}

/** Body of {@link createUserProfile}. */
export interface UserProfileCreateParams {
  /** Identifier in your system, at most 255 characters. */
  external_id?: string | null | undefined;
  /** Your own key-value pairs; values must not be empty. Default: none. */
  metadata?: Metadata | undefined;
  /** Display name, at most 255 characters; required when `relationship` is `resold`. */
  name?: string | null | undefined;
  /** Relationship to the platform. Default `external`. */
  relationship?: UserProfileRelationship | undefined;
}

/** Body of {@link updateUserProfile}. Omitted fields keep their value. */
export interface UserProfileUpdateParams {
  /** New identifier, at most 255 characters; null clears it. */
  external_id?: string | null | undefined;
  /** Key-value pairs to merge into the stored ones. A value overwrites its key; an empty string deletes the key. */
  metadata?: Metadata | undefined;
  /** New name, at most 255 characters; null clears it. */
  name?: string | null | undefined;
  /** New relationship; null keeps it. */
  relationship?: UserProfileRelationship | null | undefined;
}

/** Query of {@link listUserProfiles}. */
export interface UserProfileListParams extends CursorPageParams {
  /** Sort direction by creation time. Default `desc`. */
  order?: 'asc' | 'desc' | undefined;
}

/**
 * URL where an end user starts enrollment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.11
 */
export interface UserProfileEnrollmentUrl {
  /** Time at which the URL expires (RFC 3339). */
  expires_at: string;
  /** Always `enrollment_url`. */
  type: 'enrollment_url';
  /** The URL. Anyone who has it can enroll. */
  url: string;
}

const beta = 'user-profiles-2026-03-24';
const source = 'managed-agents > User profiles';

/** Creates a user profile. */
export const createUserProfile: Operation<{ body: UserProfileCreateParams; response: UserProfile }> = {
  id: 'userProfiles.create',
  method: 'POST',
  path: '/v1/user_profiles',
  auth: 'api-key',
  beta,
  replay: 'create',
  source,
};

/** Lists the user profiles, ordered by creation time. */
export const listUserProfiles: Operation<{
  query: UserProfileListParams;
  response: CursorPage<UserProfile>;
}> = {
  id: 'userProfiles.list',
  method: 'GET',
  path: '/v1/user_profiles',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  source,
};

/** Retrieves a user profile. */
export const retrieveUserProfile: Operation<{ params: 'user_profile_id'; response: UserProfile }> = {
  id: 'userProfiles.retrieve',
  method: 'GET',
  path: '/v1/user_profiles/{user_profile_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
};

/** Updates a user profile. */
export const updateUserProfile: Operation<{
  params: 'user_profile_id';
  body: UserProfileUpdateParams;
  response: UserProfile;
}> = {
  id: 'userProfiles.update',
  method: 'POST',
  path: '/v1/user_profiles/{user_profile_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
};

/**
 * Creates a URL where the end user can start enrollment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.11
 */
export const createUserProfileEnrollmentUrl: Operation<{
  params: 'user_profile_id';
  response: UserProfileEnrollmentUrl;
}> = {
  id: 'userProfiles.createEnrollmentUrl',
  method: 'POST',
  path: '/v1/user_profiles/{user_profile_id}/enrollment_url',
  auth: 'api-key',
  beta,
  replay: 'create',
  secrets: ['url'],
  source,
  assumed: ['operation'],
};
