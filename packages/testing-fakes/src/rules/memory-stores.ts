/** Rules of memory stores. */
import type { RuleRows } from './rule.js';

/** Rules of memory stores. */
export const memoryStoreRules: RuleRows = {
  'MEM-001': [
    'Memory store > created_at',
    'A memory store has id, created_at, name, type, updated_at and optionally archived_at, description, metadata.',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-002': ['Memory store > id', 'id starts with memstore_.', 'managed-agents/memory-stores.ts'],
  'MEM-003': ['Memory store > type', 'type is always memory_store.', 'managed-agents/memory-stores.ts'],
  'MEM-004': [
    'Memory store > description',
    'description is the empty string when unset.',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-005': [
    'Memory store > name',
    'The mount slug is the name in lower case with each run of non-alphanumeric characters replaced by a hyphen.',
    'managed-agents/session-resources.ts',
  ],
  'MEM-006': [
    'Memory store > metadata',
    'metadata is returned on retrieve and list.',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-007': ['Memory store > metadata', 'metadata is not filterable.', 'managed-agents/memory-stores.ts'],
  'MEM-008': [
    'States and transitions > Memory store',
    'A new store is active (not archived).',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-009': [
    'States and transitions > Memory store; Memory store > archived_at; Memory stores > Archive',
    'Archive sets archived_at.',
    'records/find.ts',
  ],
  'MEM-010': [
    'States and transitions > Memory store',
    'Archived stores are left out of the list unless include_archived is true; its default is false.',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-011': [
    'States and transitions > Memory store; Memory stores > Delete',
    'Delete returns {id, type memory_store_deleted}.',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-012': [
    'States and transitions > Memory store; Memory stores > Delete',
    'After delete the store and all its memories and versions are no longer retrievable.',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-013': [
    'Memory stores > Create',
    'Create: name is required and a string.',
    'schema memoryStores.create',
  ],
  'MEM-014': [
    'Memory stores > Create; Limits > Memory store name',
    'name has 1-255 characters.',
    'schema memoryStores.create',
  ],
  'MEM-015': ['Memory stores > Create', 'name has no control characters.', 'schema memoryStores.create'],
  'MEM-016': [
    'Memory stores > Create',
    'name need not be unique in the workspace.',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-017': [
    'Memory stores > Create; Limits > Memory store name',
    'description has at most 1024 characters.',
    'schema memoryStores.create',
  ],
  'MEM-018': ['Memory stores > Create', 'metadata is an optional map.', 'managed-agents/memory-stores.ts'],
  'MEM-019': [
    'Memory stores > List',
    'List: created_at[gte] and created_at[lte] are inclusive bounds sent with these literal names.',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-020': [
    'Memory stores > List; Limits > Memory store list limit',
    'List: limit is 1-100: 0 and 101 are refused, 1 and 100 pass.',
    'schema memoryStores.list',
  ],
  'MEM-021': [
    'Memory stores > List; Limits > Memory store list limit',
    'List: limit defaults to 20.',
    'records/pages.ts',
  ],
  'MEM-022': [
    'Memory stores > List',
    'List: page is an opaque page_... cursor; omitted gets the first page; a walk returns every store once.',
    'records/pages.ts',
  ],
  'MEM-023': ['Memory stores > List', 'List: newest first.', 'records/pages.ts'],
  'MEM-024': [
    'Memory stores > List',
    'List: data is empty (not absent) when nothing matches.',
    'records/pages.ts',
  ],
  'MEM-025': ['Memory stores > Retrieve', 'Retrieve returns the store.', 'managed-agents/memory-stores.ts'],
  'MEM-026': [
    'Memory stores > Update',
    'Update: description at most 1024 characters; the empty string clears it.',
    'managed-agents/memory-stores.ts',
  ],
  'MEM-027': [
    'Memory stores > Update',
    'Update: metadata is a patch (string upserts, null deletes, omitted keeps).',
    'records/metadata.ts',
  ],
  'MEM-028': [
    'Memory stores > Update',
    'Update: name is optional with 1-255 characters and no control characters.',
    'schema memoryStores.update',
  ],
  'MEM-029': [
    'Memory stores > Update',
    'Renaming changes the mount slug only for sessions created afterwards.',
    'managed-agents/session-resources.ts',
  ],
  'MEM-030': [
    'Memory stores > Update; Memory store > updated_at',
    'Update returns the store; omitted fields keep their value; updated_at moves.',
    'records/find.ts',
  ],
  'MEM-031': [
    'Memory store > description',
    "description is part of the agent's system prompt when mounted; metadata is the caller's own and invisible to the agent.",
    'managed-agents/session-resources.ts',
  ],
};
