/** Rules of user profiles. */
import type { RuleRows } from './rule.js';

/** Rules of user profiles. */
export const userProfileRules: RuleRows = {
  'UPR-001': [
    'User profile > created_at; User profile > metadata; User profile > updated_at',
    'A profile has id, created_at, metadata, relationship, trust_grants, type, updated_at and optionally external_id, name.',
    'managed-agents/user-profiles.ts',
  ],
  'UPR-002': ['User profile > id', 'id starts with uprof_.', 'managed-agents/user-profiles.ts'],
  'UPR-003': [
    'User profile > relationship',
    'relationship is external, resold or internal; another value is refused.',
    'schema userProfiles.create',
  ],
  'UPR-004': [
    'User profile > trust_grants',
    'trust_grants is a map keyed by grant name of {status: active, pending or rejected}.',
    'managed-agents/user-profiles.ts',
  ],
  'UPR-005': [
    'User profile > trust_grants',
    'A trust grant that is neither active nor in progress has no key: a new profile has an empty map.',
    'managed-agents/user-profiles.ts',
  ],
  'UPR-006': ['User profile > type', 'type is always user_profile.', 'managed-agents/user-profiles.ts'],
  'UPR-007': [
    'User profile > external_id',
    'external_id is not unique: two profiles may share it.',
    'managed-agents/user-profiles.ts',
  ],
  'UPR-008': [
    'User profiles > Create; Limits > User profile external_id and name',
    'Create: external_id has at most 255 characters.',
    'schema userProfiles.create',
  ],
  'UPR-009': [
    'User profiles > Create',
    'Create: metadata values must be non-empty strings.',
    'schema userProfiles.create',
  ],
  'UPR-010': [
    'User profiles > Create; User profile > name; Limits > User profile external_id and name',
    'Create: name has at most 255 characters.',
    'schema userProfiles.create',
  ],
  'UPR-011': [
    'User profiles > Create',
    'Create: name is required when relationship is resold.',
    'schema userProfiles.create',
  ],
  'UPR-012': [
    'User profiles > Create',
    'Create: every field is optional; an empty object creates a profile.',
    'managed-agents/user-profiles.ts',
  ],
  'UPR-013': ['User profiles > List', 'List: limit is the page size.', 'schema userProfiles.list'],
  'UPR-014': [
    'User profiles > List',
    'List: order is asc or desc (by creation); another value is refused.',
    'schema userProfiles.list',
  ],
  'UPR-015': [
    'User profiles > List',
    'List: page walks all profiles once; next_page is null when there are no more.',
    'records/pages.ts',
  ],
  'UPR-016': ['User profiles > Get', 'Get returns the profile.', 'managed-agents/user-profiles.ts'],
  'UPR-017': [
    'User profiles > Update',
    'Update: external_id replaces; omitted leaves it.',
    'managed-agents/user-profiles.ts',
  ],
  'UPR-018': [
    'User profiles > Update',
    'Update: metadata is merged: keys that are sent overwrite, omitted keys stay.',
    'records/metadata.ts',
  ],
  'UPR-019': [
    'User profiles > Update',
    'Update: a metadata key is deleted by setting it to the empty string.',
    'records/metadata.ts',
  ],
  'UPR-020': [
    'User profiles > Update',
    'Update: name replaces, at most 255 characters; omitted leaves it.',
    'schema userProfiles.update',
  ],
  'UPR-021': ['User profiles > Update', 'Update: relationship replaces.', 'managed-agents/user-profiles.ts'],
  'UPR-022': [
    'User profiles > Update',
    'Update: external_id has at most 255 characters.',
    'schema userProfiles.update',
  ],
  'UPR-023': [
    'User profile > relationship',
    "For resold the name is the reselling company's name; external is an end user, internal the platform's own use.",
    'managed-agents/user-profiles.ts',
  ],
};
