/** User profiles: on whose behalf a platform calls the service. */
import type { OpenEnum } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { Metadata } from './metadata.js';

/**
 * Relation of a profile to the platform: `external` is an individual end user, `resold` a company that the platform
 * resells access to, `internal` the platform's own use.
 */
export type UserProfileRelationship = 'external' | 'resold' | 'internal';

/** A trust grant, in progress or decided. */
export interface TrustGrant {
  /** Where it stands. */
  status: OpenEnum<'active' | 'pending' | 'rejected'>;
}

/**
 * An end user, a reselling company or the platform itself.
 *
 * @source managed-agents > User profile
 */
export interface UserProfile {
  /** Identifier, `uprof_...`. */
  id: string;
  /** RFC 3339 time of creation. */
  created_at: string;
  /** The caller's own key-value pairs. */
  metadata: Metadata;
  /** Relation to the platform. */
  relationship: OpenEnum<UserProfileRelationship>;
  /** Trust grants by name; a grant that is neither active nor in progress has no key. */
  trust_grants: Record<string, TrustGrant>;
  /** Always `user_profile`. */
  type: 'user_profile';
  /** RFC 3339 time of the last change. */
  updated_at: string;
  /** The platform's own identifier, not necessarily unique; null or absent when unset. */
  external_id?: string | null | undefined;
  /** Display name, for `resold` the company's; null or absent when unset. */
  name?: string | null | undefined;
}

/** Body of {@link createUserProfile}. */
export interface UserProfileCreateParams {
  /** The platform's own identifier, at most 255 characters. */
  external_id?: string | null | undefined;
  /** Key-value pairs; values are not empty. Default none. */
  metadata?: Metadata | undefined;
  /** Display name, at most 255 characters; required when `relationship` is `resold`. */
  name?: string | null | undefined;
  /** Relation to the platform. Default `external`. */
  relationship?: UserProfileRelationship | undefined;
}

/** Body of {@link updateUserProfile}. Fields left out keep their value. */
export interface UserProfileUpdateParams {
  /** New identifier, at most 255 characters; null clears it. */
  external_id?: string | null | undefined;
  /** Merged into the stored pairs: given keys overwrite, the empty string deletes its key. */
  metadata?: Metadata | undefined;
  /** New name, at most 255 characters; null clears it. */
  name?: string | null | undefined;
  /** New relation; null keeps it. */
  relationship?: UserProfileRelationship | null | undefined;
}

/** Query of {@link listUserProfiles}. */
export interface UserProfileListParams extends CursorPageParams {
  /** Direction of the order by creation. Default `desc`. */
  order?: 'asc' | 'desc' | undefined;
}

/**
 * Where an end user begins enrolment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.11
 */
export interface UserProfileEnrollmentUrl {
  /** RFC 3339 time at which the URL ends. */
  expires_at: string;
  /** Always `enrollment_url`. */
  type: 'enrollment_url';
  /** The URL; whoever has it can enrol. */
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

/** Lists the user profiles by creation. */
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

/** Changes a user profile. */
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
 * Makes a URL at which the end user begins enrolment.
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

/** Operations on user profiles, by id. */
export const userProfileOperations: {
  readonly 'userProfiles.create': typeof createUserProfile;
  readonly 'userProfiles.list': typeof listUserProfiles;
  readonly 'userProfiles.retrieve': typeof retrieveUserProfile;
  readonly 'userProfiles.update': typeof updateUserProfile;
  readonly 'userProfiles.createEnrollmentUrl': typeof createUserProfileEnrollmentUrl;
} = {
  'userProfiles.create': createUserProfile,
  'userProfiles.list': listUserProfiles,
  'userProfiles.retrieve': retrieveUserProfile,
  'userProfiles.update': updateUserProfile,
  'userProfiles.createEnrollmentUrl': createUserProfileEnrollmentUrl,
};
