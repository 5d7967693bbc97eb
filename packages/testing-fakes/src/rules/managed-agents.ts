/** Rules that all of managed agents share, and the join of their resources' sets. */
import { agentRules } from './agents.js';
import { memoryStoreRules } from './memory-stores.js';
import { ruleSet, type Rule } from './rule-table.js';
import { sessionEventRules } from './session-events.js';
import { sessionResourceRules } from './session-resources.js';
import { sessionRules } from './sessions.js';
import { userProfileRules } from './user-profiles.js';
import { vaultRules } from './vaults.js';

const sharedRules: readonly Rule[] = ruleSet(
  { document: 'managed-agents', test: 'packages/testing-fakes/src/managed-agents/conventions.test.ts' },
  {
    'MAG-001': ['What the service does', 'Bodies are JSON, times RFC 3339.', 'engine/respond.ts'],
    'MAG-002': ['Authentication', 'A request without a valid key is refused.', 'engine/headers.ts'],
    'MAG-003': ['Versioning', 'A request without vendor-version is refused.', 'engine/headers.ts'],
    'MAG-004': ['Versioning', 'Managed agents need their beta name.', 'engine/headers.ts'],
    'MAG-005': ['Versioning', 'User profiles need their beta name.', 'engine/headers.ts'],
    'MAG-006': ['Versioning', 'The beta name may stand anywhere in the list.', 'engine/headers.ts'],
    'MAG-007': ['Endpoints', 'A body has the content type application/json.', 'engine/headers.ts'],
    'MAG-008': ['Conventions', 'metadata has at most 16 pairs.', 'schema vaults.create'],
    'MAG-009': ['Conventions', 'A metadata key has at most 64 characters.', 'schema vaults.create'],
    'MAG-010': ['Conventions', 'A metadata value has at most 512 characters.', 'schema vaults.create'],
    'MAG-011': ['Conventions', 'metadata maps strings to strings.', 'schema vaults.create'],
    'MAG-012': ['Conventions', 'The limits hold for a patched metadata too.', 'records/metadata.ts'],
    'MAG-013': ['Conventions', 'Ids have the prefix of their kind.', 'managed-agents/vaults.ts'],
    'MAG-014': ['Conventions', 'Cursors are page_ and opaque.', 'records/pages.ts'],
    'MAG-015': ['Conventions', 'A list has data and next_page, null at the end.', 'records/pages.ts'],
    'MAG-016': ['Limits', 'Lengths are counted in characters.', 'schema vaults.create'],
  },
);

const gapFillers: readonly Rule[] = ruleSet(
  { document: 'not-shown', test: 'packages/testing-fakes/src/managed-agents/agents.test.ts' },
  {
    'GEN-017': [
      '1.3.1',
      'Agents are listed, retrieved at a version, updated with the stored version, archived.',
      'managed-agents/agents.ts',
    ],
    'GEN-018': [
      '1.3.3',
      'Sessions are listed, retrieved, updated, deleted, archived; events are sent, listed, streamed.',
      'managed-agents/sessions.ts',
      'packages/testing-fakes/src/managed-agents/sessions.test.ts',
    ],
    'GEN-019': [
      '1.3.7',
      'Deleting a session resource answers id and session_resource_deleted.',
      'managed-agents/session-resources.ts',
      'packages/testing-fakes/src/managed-agents/session-resources.test.ts',
    ],
    'GEN-028': [
      '1.3.4',
      'A new session is idle; a user message makes it run and rest again with end_turn.',
      'managed-agents/run/session-run.ts',
      'packages/testing-fakes/src/managed-agents/run/session-run.test.ts',
    ],
    'GEN-020': [
      '1.3.10',
      'Archiving a vault or a memory store answers the record.',
      'records/find.ts',
      'packages/testing-fakes/src/managed-agents/memory-stores.test.ts',
    ],
  },
);

/** Rules MAG, and those of every resource of managed agents. */
export const managedAgentsRules: readonly Rule[] = [
  ...sharedRules,
  ...gapFillers,
  ...agentRules,
  ...memoryStoreRules,
  ...sessionRules,
  ...sessionResourceRules,
  ...sessionEventRules,
  ...userProfileRules,
  ...vaultRules,
];
