/** Rules of vaults. */
import { ruleSet, type Rule } from './rule-table.js';

/** Rules VLT. */
export const vaultRules: readonly Rule[] = ruleSet(
  { document: 'managed-agents', test: 'packages/testing-fakes/src/managed-agents/vaults.test.ts' },
  {
    'VLT-001': ['Vault', 'A vault has exactly its seven fields.', 'managed-agents/vaults.ts'],
    'VLT-002': ['Vault', 'Ids begin with vlt_.', 'managed-agents/vaults.ts'],
    'VLT-003': ['States and transitions', 'A new vault is active.', 'managed-agents/vaults.ts'],
    'VLT-004': ['Vault', 'type is vault.', 'managed-agents/vaults.ts'],
    'VLT-005': ['Vault', 'An update moves updated_at and leaves created_at.', 'records/find.ts'],
    'VLT-006': ['States and transitions', 'Archiving sets archived_at.', 'records/find.ts'],
    'VLT-007': [
      'States and transitions',
      'Lists leave archived vaults out unless include_archived is true.',
      'managed-agents/vaults.ts',
    ],
    'VLT-008': ['Vaults', 'Deleting answers id and vault_deleted.', 'managed-agents/vaults.ts'],
    'VLT-009': ['States and transitions', 'A deleted vault is 404 everywhere.', 'records/find.ts'],
    'VLT-010': ['Vaults', 'display_name is required, a string.', 'schema vaults.create'],
    'VLT-011': ['Vaults', 'display_name has 1 to 255 characters.', 'schema vaults.create'],
    'VLT-012': ['Vaults', 'metadata is optional, empty when left out.', 'managed-agents/vaults.ts'],
    'VLT-013': ['Vaults', 'A page has 20 vaults by default.', 'records/pages.ts'],
    'VLT-014': ['Vaults', 'limit is at most 100.', 'schema vaults.list'],
    'VLT-015': ['Vaults', 'include_archived is a boolean.', 'schema vaults.list'],
    'VLT-016': ['Vaults', 'A walk by page gives every vault once.', 'records/pages.ts'],
    'VLT-017': ['Vaults', 'A list has data and next_page.', 'records/pages.ts'],
    'VLT-018': ['Vaults', 'Get answers the vault.', 'managed-agents/vaults.ts'],
    'VLT-019': ['Vaults', 'A new display_name has 1 to 255 characters.', 'schema vaults.update'],
    'VLT-020': ['Vaults', 'metadata is patched: strings set, null deletes.', 'records/metadata.ts'],
    'VLT-021': ['Vaults', 'Fields left out of an update keep their value.', 'managed-agents/vaults.ts'],
  },
);
