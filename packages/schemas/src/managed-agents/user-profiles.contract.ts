/** User profiles: the end users or companies on whose behalf a platform uses the service. */
import { operationsOf, type OperationContract, typed } from '../kit/contract.js';
import * as z from 'zod';
import { characters, constrain, record, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openEnum, openObject, rule, type Schema } from '../kit/schema.js';
import type { Metadata } from './metadata.js';
import { limited, StoredMetadata } from './metadata.contract.js';
import type * as types from './user-profiles.js';

/**
 * Limits of a user profile.
 *
 * @source managed-agents > User profile
 */
export const userProfileLimits = {
  /** Maximum length of the name, in characters. */
  nameCharacters: 255,
  /** Maximum length of the identifier in your system, in characters. */
  externalIdCharacters: 255,
} as const;

/**
 * Relationship of a profile to the platform: `external` for an end user, `resold` for a company that the platform
 * resells access to, `internal` for the platform's own use.
 */
export const UserProfileRelationship: Schema<types.UserProfileRelationship> = rule(
  'UPR-003',
  z.enum(['external', 'resold', 'internal']),
);
const value = characters({ max: 512 });
const valueRules = { type: 'MAG-011', value: 'MAG-010' };

const newMetadata: Schema<Metadata> = typed(
  'Metadata',
  limited(
    record(
      rule(
        valueRules,
        constrain(value, (text, report) => {
          if (text === '') report('UPR-009', 'must not be empty');
        }),
      ),
    ),
    { pairs: 16 },
  ),
);

const metadataPatch: Schema<Metadata> = typed(
  'Metadata',
  limited(record(rule(valueRules, value)), {
    pairs: Number.POSITIVE_INFINITY,
  }),
);

/** A trust grant, in progress or decided. */
export const TrustGrant: ObjectSchema<types.TrustGrant> = openObject({
  /** Status of the grant. */
  status: openEnum(['active', 'pending', 'rejected']),
});

/**
 * An end user, a company that the platform resells access to, or the platform itself.
 *
 * @source managed-agents > User profile
 */
export const UserProfile: ObjectSchema<types.UserProfile> = openObject({
  /** Identifier, `uprof_...`. */
  id: z.string().startsWith('uprof_'),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Your own key-value pairs. */
  metadata: StoredMetadata,
  /** Relationship to the platform. */
  relationship: openEnum(UserProfileRelationship),
  /** Trust grants by name. Grants that are neither active nor in progress are absent. */
  trust_grants: record(TrustGrant),
  type: z.literal('user_profile'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** Identifier in your system, not necessarily unique; null or absent when unset. */
  external_id: z.string().nullish(),
  /** Display name, for `resold` profiles of the company; null or absent when unset. */
  name: z.string().nullish(),
});

/** Body of {@link createUserProfile}. */
export const UserProfileCreateParams: ObjectSchema<types.UserProfileCreateParams> = constrain(
  object({
    /** Identifier in your system, {bounds}. */
    external_id: rule('UPR-008', characters({ max: userProfileLimits.externalIdCharacters })).nullish(),
    /** Your own key-value pairs; values must not be empty. Default: none. */
    metadata: newMetadata.optional(),
    /** Display name, {bounds}; required when `relationship` is `resold`. */
    name: rule('UPR-010', characters({ max: userProfileLimits.nameCharacters })).nullish(),
    /** Relationship to the platform. Default `external`. */
    relationship: UserProfileRelationship.optional(),
  }),
  (params, report) => {
    if (params.relationship === 'resold' && (params.name ?? '') === '')
      report('UPR-011', 'is required when relationship is resold', ['name']);
  },
);

/** Body of {@link updateUserProfile}. Omitted fields keep their value. */
export const UserProfileUpdateParams: ObjectSchema<types.UserProfileUpdateParams> = object({
  /** New identifier, {bounds}; null clears it. */
  external_id: rule('UPR-022', characters({ max: userProfileLimits.externalIdCharacters })).nullish(),
  /** Key-value pairs to merge into the stored ones. A value overwrites its key; an empty string deletes the key. */
  metadata: metadataPatch.optional(),
  /** New name, {bounds}; null clears it. */
  name: rule('UPR-020', characters({ max: userProfileLimits.nameCharacters })).nullish(),
  /** New relationship; null keeps it. */
  relationship: UserProfileRelationship.nullish(),
});

/** Query of {@link listUserProfiles}. */
export const UserProfileListParams: ObjectSchema<types.UserProfileListParams> = object('CursorPageParams', {
  limit: rule('UPR-013', pageLimit(100)).optional(),
  /** Sort direction by creation time. Default `desc`. */
  order: rule('UPR-014', z.enum(['asc', 'desc'])).optional(),
  page: rule('UPR-015', z.string().min(1)).optional(),
});

/**
 * URL where an end user starts enrollment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.11
 */
export const UserProfileEnrollmentUrl: ObjectSchema<types.UserProfileEnrollmentUrl> = openObject({
  /** Time at which the URL expires (RFC 3339). */
  expires_at: timestamp,
  type: z.literal('enrollment_url'),
  /** The URL. Anyone who has it can enroll. */
  url: z.string(),
});

/**
 * Action that a person takes on behalf of a profile.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.11
 */
export const UserProfileAction: ObjectSchema<types.UserProfileAction> = object({
  /** Always `enroll_end_user`: the end user enrolls in a program. */
  type: rule('GEN-005', z.literal('enroll_end_user')),
});

/**
 * Body of {@link createUserProfileActionUrl}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.11
 */
export const UserProfileActionUrlCreateParams: ObjectSchema<types.UserProfileActionUrlCreateParams> = object({
  /** Action that the person who opens the URL takes. */
  action: UserProfileAction,
});

/**
 * Response of {@link createUserProfileActionUrl}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.11
 */
export const UserProfileActionUrl: ObjectSchema<types.UserProfileActionUrl> = openObject({
  /** Time at which the URL expires (RFC 3339). */
  expires_at: timestamp,
  type: z.literal('user_profile_action_url'),
  /** The URL. Anyone who has it can take the action. */
  url: z.string(),
});

/**
 * Response of {@link deleteUserProfile}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.11
 */
export const DeletedUserProfile: ObjectSchema<types.DeletedUserProfile> = openObject({
  /** Identifier of the deleted profile. */
  id: z.string(),
  type: z.literal('user_profile_deleted'),
});

/** Creates and manages user profiles: the end users on whose behalf a platform calls the service. */
const operation = operationsOf({
  client: 'UserProfiles',
  auth: 'api-key',
  beta: 'user-profiles-2026-03-24',
  source: 'managed-agents > User profiles',
  notShown: '1.3.11',
});

/** Creates a user profile. */
export const createUserProfile: OperationContract = operation({
  id: 'userProfiles.create',
  route: 'POST /v1/user_profiles',
  replay: 'create',
  schemas: { body: UserProfileCreateParams, response: UserProfile },
});

/** Lists the user profiles, ordered by creation time. */
export const listUserProfiles: OperationContract = operation({
  id: 'userProfiles.list',
  route: 'GET /v1/user_profiles',
  paging: 'cursor',
  schemas: { query: UserProfileListParams, response: cursorPage(UserProfile) },
});

/** Retrieves a user profile. */
export const retrieveUserProfile: OperationContract = operation({
  id: 'userProfiles.retrieve',
  route: 'GET /v1/user_profiles/{user_profile_id}',
  schemas: { response: UserProfile },
});

/** Updates a user profile. */
export const updateUserProfile: OperationContract = operation({
  id: 'userProfiles.update',
  route: 'POST /v1/user_profiles/{user_profile_id}',
  replay: 'idempotent',
  schemas: { body: UserProfileUpdateParams, response: UserProfile },
});

/** Creates a URL where the end user can enroll. */
export const createUserProfileEnrollmentUrl: OperationContract = operation({
  id: 'userProfiles.createEnrollmentUrl',
  route: 'POST /v1/user_profiles/{user_profile_id}/enrollment_url',
  replay: 'create',
  secrets: ['url'],
  assumed: ['operation'],
  schemas: { response: UserProfileEnrollmentUrl },
});

/** Creates a URL for the person who takes an action on behalf of a profile, for example enrolls. */
export const createUserProfileActionUrl: OperationContract = operation({
  id: 'userProfiles.createActionUrl',
  route: 'POST /v1/user_profiles/{user_profile_id}/action_urls',
  replay: 'create',
  secrets: ['url'],
  assumed: ['operation'],
  schemas: { body: UserProfileActionUrlCreateParams, response: UserProfileActionUrl },
});

/** Deletes a user profile. Requests can no longer name it. */
export const deleteUserProfile: OperationContract = operation({
  id: 'userProfiles.delete',
  route: 'DELETE /v1/user_profiles/{user_profile_id}',
  assumed: ['operation'],
  schemas: { response: DeletedUserProfile },
});
