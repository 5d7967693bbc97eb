/** Rules of vaults. */
import type { RuleRows } from './rule.js';

/** Rules of vaults. */
export const vaultRules: RuleRows = {
  'VLT-001': ['Vault > display_name', 'A vault has exactly its seven fields.', 'managed-agents/vaults.ts'],
  'VLT-002': ['Vault > id', 'Ids begin with vlt_.', 'managed-agents/vaults.ts'],
  'VLT-003': [
    'States and transitions > Vault; Vault > archived_at',
    'A new vault is active.',
    'managed-agents/vaults.ts',
  ],
  'VLT-004': ['Vault > type', 'type is vault.', 'managed-agents/vaults.ts'],
  'VLT-005': [
    'Vault > created_at; Vault > updated_at',
    'An update moves updated_at and leaves created_at.',
    'records/find.ts',
  ],
  'VLT-006': [
    'States and transitions > Vault; Vault > archived_at; Vaults > Archive',
    'Archiving sets archived_at.',
    'records/find.ts',
  ],
  'VLT-007': [
    'States and transitions > Vault',
    'Lists leave archived vaults out unless include_archived is true.',
    'managed-agents/vaults.ts',
  ],
  'VLT-008': ['Vaults > Delete', 'Delete returns id and vault_deleted.', 'managed-agents/vaults.ts'],
  'VLT-009': ['States and transitions > Vault', 'A deleted vault is 404 everywhere.', 'records/find.ts'],
  'VLT-010': ['Vaults > Create', 'display_name is required, a string.', 'schema vaults.create'],
  'VLT-011': [
    'Vaults > Create; Limits > Vault display_name',
    'display_name has 1 to 255 characters.',
    'schema vaults.create',
  ],
  'VLT-012': [
    'Vaults > Create; Vault > metadata',
    'metadata is optional, empty when omitted.',
    'managed-agents/vaults.ts',
  ],
  'VLT-013': [
    'Vaults > List; Limits > Vault list limit',
    'A page has 20 vaults by default.',
    'records/pages.ts',
  ],
  'VLT-014': ['Vaults > List; Limits > Vault list limit', 'limit is at most 100.', 'schema vaults.list'],
  'VLT-015': ['Vaults > List', 'include_archived is a boolean.', 'schema vaults.list'],
  'VLT-016': ['Vaults > List', 'Paging through the list returns every vault once.', 'records/pages.ts'],
  'VLT-017': ['Vaults > List', 'A list has data and next_page.', 'records/pages.ts'],
  'VLT-018': ['Vaults > Get', 'Get returns the vault.', 'managed-agents/vaults.ts'],
  'VLT-019': ['Vaults > Update', 'A new display_name has 1 to 255 characters.', 'schema vaults.update'],
  'VLT-020': ['Vaults > Update', 'metadata is patched: strings set, null deletes.', 'records/metadata.ts'],
  'VLT-021': [
    'Vaults > Update',
    'Fields omitted from an update keep their value.',
    'managed-agents/vaults.ts',
  ],
};
