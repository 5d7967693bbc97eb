/** Schemas of user profiles. */
import * as z from 'zod';
import { characters, constrain, record, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import { userProfileLimits } from './limits.js';
import type { Metadata } from './metadata.js';
import { limited, StoredMetadataSchema } from './metadata.schema.js';
import type * as types from './user-profiles.js';
import type { userProfileOperations } from './operations.js';

const relationship: Schema<types.UserProfileRelationship> = rule(
  'UPR-003',
  z.enum(['external', 'resold', 'internal']),
);
const value = characters({ max: 512 });
const valueRules = { type: 'MAG-011', value: 'MAG-010' };

const newMetadata: Schema<Metadata> = limited(
  record(
    rule(
      valueRules,
      constrain(value, (text, report) => {
        if (text === '') report('UPR-009', 'must not be empty');
      }),
    ),
  ),
  { pairs: 16 },
);

const metadataPatch: Schema<Metadata> = limited(record(rule(valueRules, value)), {
  pairs: Number.POSITIVE_INFINITY,
});

/** Schema of {@link types.UserProfile}. */
export const UserProfileSchema: ObjectSchema<types.UserProfile> = openObject<types.UserProfile>()({
  id: z.string().startsWith('uprof_'),
  created_at: timestamp,
  metadata: StoredMetadataSchema,
  relationship: openEnum<types.UserProfileRelationship>(),
  trust_grants: record(
    openObject<types.TrustGrant>()({ status: openEnum<'active' | 'pending' | 'rejected'>() }),
  ),
  type: z.literal('user_profile'),
  updated_at: timestamp,
  external_id: z.string().nullish(),
  name: z.string().nullish(),
});

/** Schema of {@link types.UserProfileCreateParams}. */
export const UserProfileCreateParamsSchema: ObjectSchema<types.UserProfileCreateParams> = constrain(
  object<types.UserProfileCreateParams>()({
    external_id: rule('UPR-008', characters({ max: userProfileLimits.externalIdCharacters })).nullish(),
    metadata: newMetadata.optional(),
    name: rule('UPR-010', characters({ max: userProfileLimits.nameCharacters })).nullish(),
    relationship: relationship.optional(),
  }),
  (params, report) => {
    if (params.relationship === 'resold' && (params.name ?? '') === '')
      report('UPR-011', 'is required when relationship is resold', ['name']);
  },
);

/** Schema of {@link types.UserProfileUpdateParams}. */
export const UserProfileUpdateParamsSchema: ObjectSchema<types.UserProfileUpdateParams> =
  object<types.UserProfileUpdateParams>()({
    external_id: rule('UPR-022', characters({ max: userProfileLimits.externalIdCharacters })).nullish(),
    metadata: metadataPatch.optional(),
    name: rule('UPR-020', characters({ max: userProfileLimits.nameCharacters })).nullish(),
    relationship: relationship.nullish(),
  });

/** Schema of {@link types.UserProfileListParams}. */
export const UserProfileListParamsSchema: ObjectSchema<types.UserProfileListParams> =
  object<types.UserProfileListParams>()({
    limit: rule('UPR-013', pageLimit(100)).optional(),
    order: rule('UPR-014', z.enum(['asc', 'desc'])).optional(),
    page: rule('UPR-015', z.string().min(1)).optional(),
  });

/** Schemas of the operations on user profiles, by id. */
export const userProfileSchemas: SchemasFor<typeof userProfileOperations> = {
  'userProfiles.create': { body: UserProfileCreateParamsSchema, response: UserProfileSchema },
  'userProfiles.list': { query: UserProfileListParamsSchema, response: cursorPage(UserProfileSchema) },
  'userProfiles.retrieve': { response: UserProfileSchema },
  'userProfiles.update': { body: UserProfileUpdateParamsSchema, response: UserProfileSchema },
  'userProfiles.createEnrollmentUrl': {
    response: openObject<types.UserProfileEnrollmentUrl>()({
      expires_at: timestamp,
      type: z.literal('enrollment_url'),
      url: z.string(),
    }),
  },
};
