/** Rules of memory stores. */
import { ruleSet, type Rule } from './rule-table.js';

/** Rules MEM. */
export const memoryStoreRules: readonly Rule[] = ruleSet(
  { document: 'managed-agents', test: 'packages/testing-fakes/src/managed-agents/memory-stores.test.ts' },
  {
    'MEM-001': [
      'Memory store',
      'A memory store has id, created_at, name, type, updated_at and optionally archived_at, description, metadata.',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-002': ['Memory store', 'id starts with memstore_.', 'managed-agents/memory-stores.ts'],
    'MEM-003': ['Memory store', 'type is always memory_store.', 'managed-agents/memory-stores.ts'],
    'MEM-004': [
      'Memory store',
      'description is the empty string when unset.',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-005': [
      'Memory store',
      'The mount slug is the name in lower case with each run of non-alphanumeric characters replaced by a hyphen.',
      'managed-agents/session-resources.ts',
      'packages/testing-fakes/src/managed-agents/session-resources.test.ts',
    ],
    'MEM-006': [
      'Memory store',
      'metadata is returned on retrieve and list.',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-007': ['Memory store', 'metadata is not filterable.', 'managed-agents/memory-stores.ts'],
    'MEM-008': [
      'States and transitions',
      'A new store is active (not archived).',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-009': ['States and transitions', 'Archive sets archived_at.', 'records/find.ts'],
    'MEM-010': [
      'States and transitions',
      'Archived stores are left out of the list unless include_archived is true; its default is false.',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-011': [
      'States and transitions',
      'Delete answers {id, type memory_store_deleted}.',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-012': [
      'States and transitions',
      'After delete the store and all its memories and versions are no longer retrievable.',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-013': ['Memory stores', 'Create: name is required and a string.', 'schema memoryStores.create'],
    'MEM-014': ['Memory stores', 'name has 1-255 characters.', 'schema memoryStores.create'],
    'MEM-015': ['Memory stores', 'name has no control characters.', 'schema memoryStores.create'],
    'MEM-016': [
      'Memory stores',
      'name need not be unique in the workspace.',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-017': ['Memory stores', 'description has at most 1024 characters.', 'schema memoryStores.create'],
    'MEM-018': ['Memory stores', 'metadata is an optional map.', 'managed-agents/memory-stores.ts'],
    'MEM-019': [
      'Memory stores',
      'List: created_at[gte] and created_at[lte] are inclusive bounds sent with these literal names.',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-020': [
      'Memory stores',
      'List: limit is 1-100: 0 and 101 are refused, 1 and 100 pass.',
      'schema memoryStores.list',
    ],
    'MEM-021': ['Memory stores', 'List: limit defaults to 20.', 'records/pages.ts'],
    'MEM-022': [
      'Memory stores',
      'List: page is an opaque page_... cursor; omitted gets the first page; a walk returns every store once.',
      'records/pages.ts',
    ],
    'MEM-023': ['Memory stores', 'List: newest first.', 'records/pages.ts'],
    'MEM-024': [
      'Memory stores',
      'List: data is empty (not absent) when nothing matches.',
      'records/pages.ts',
    ],
    'MEM-025': ['Memory stores', 'Retrieve answers the store.', 'managed-agents/memory-stores.ts'],
    'MEM-026': [
      'Memory stores',
      'Update: description at most 1024 characters; the empty string clears it.',
      'managed-agents/memory-stores.ts',
    ],
    'MEM-027': [
      'Memory stores',
      'Update: metadata is a patch (string upserts, null deletes, omitted keeps).',
      'records/metadata.ts',
    ],
    'MEM-028': [
      'Memory stores',
      'Update: name is optional with 1-255 characters and no control characters.',
      'schema memoryStores.update',
    ],
    'MEM-029': [
      'Memory stores',
      'Renaming changes the mount slug only for sessions created afterwards.',
      'managed-agents/session-resources.ts',
      'packages/testing-fakes/src/managed-agents/session-resources.test.ts',
    ],
    'MEM-030': [
      'Memory stores',
      'Update answers the store; omitted fields keep their value; updated_at moves.',
      'records/find.ts',
    ],
    'MEM-031': [
      'Memory store',
      "description is part of the agent's system prompt when mounted; metadata is the caller's own and invisible to the agent.",
      'managed-agents/session-resources.ts',
      'packages/testing-fakes/src/managed-agents/run/session-run.test.ts',
    ],
  },
);
