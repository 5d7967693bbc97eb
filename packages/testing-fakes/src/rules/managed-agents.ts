/** Rules MAG: what all resources of managed agents share. */
import type { RuleRows } from './rule.js';

/** Rules MAG: what all resources of managed agents share. */
export const managedAgentsRules: RuleRows = {
  'MAG-001': ['What the service does', 'Bodies are JSON, times RFC 3339.', 'engine/respond.ts'],
  'MAG-002': ['Authentication', 'A request without a valid key is refused.', 'engine/headers.ts'],
  'MAG-003': ['Versioning', 'A request without vendor-version is refused.', 'engine/headers.ts'],
  'MAG-004': ['Versioning', 'Managed agents require their beta name.', 'engine/headers.ts'],
  'MAG-005': ['Versioning', 'User profiles require their beta name.', 'engine/headers.ts'],
  'MAG-006': ['Versioning', 'The beta name may be anywhere in the list.', 'engine/headers.ts'],
  'MAG-007': ['Endpoints', 'A body has the content type application/json.', 'engine/headers.ts'],
  'MAG-008': [
    'Conventions; Agent > metadata; Limits > Metadata',
    'metadata has at most 16 pairs.',
    'schema vaults.create',
  ],
  'MAG-009': [
    'Conventions; Agent > metadata; Limits > Metadata',
    'A metadata key has at most 64 characters.',
    'schema vaults.create',
  ],
  'MAG-010': [
    'Conventions; Agent > metadata; Limits > Metadata',
    'A metadata value has at most 512 characters.',
    'schema vaults.create',
  ],
  'MAG-011': ['Conventions; Agent > metadata', 'metadata maps strings to strings.', 'schema vaults.create'],
  'MAG-012': [
    'Conventions; Agent > metadata',
    'The limits also apply to patched metadata.',
    'records/metadata.ts',
  ],
  'MAG-013': ['Conventions', 'Ids have the prefix of their kind.', 'managed-agents/vaults.ts'],
  'MAG-014': ['Conventions', 'Cursors begin with page_ and are opaque.', 'records/pages.ts'],
  'MAG-015': ['Conventions', 'A list has data and next_page, null at the end.', 'records/pages.ts'],
  'MAG-016': ['Limits', 'Lengths are counted in characters.', 'schema vaults.create'],
};
