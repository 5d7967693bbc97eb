/** Rules of session resources. */
import type { RuleRows } from './rule.js';

const RESOURCE = 'Session resource (union by `type`)';

/** Rules of session resources. */
export const sessionResourceRules: RuleRows = {
  'RES-001': [
    `${RESOURCE} > githost_repository`,
    'githost_repository record: id, created_at, mount_path, type, updated_at, url, and optionally checkout.',
    'managed-agents/session-resources.ts',
  ],
  'RES-002': [
    `${RESOURCE} > githost_repository`,
    'The authorization token is never part of a resource record or of any other response.',
    'managed-agents/session-resources.ts',
  ],
  'RES-003': [
    `${RESOURCE} > file`,
    'file record: id, created_at, file_id, mount_path, type, updated_at.',
    'managed-agents/session-resources.ts',
  ],
  'RES-004': [
    `${RESOURCE} > memory_store`,
    'memory_store record: memory_store_id, type and optionally access, description, instructions, mount_path, name.',
    'managed-agents/session-resources.ts',
  ],
  'RES-005': [
    `${RESOURCE} > memory_store`,
    'memory_store description is a snapshot at attach time; the empty string when the store has none.',
    'managed-agents/session-resources.ts',
  ],
  'RES-006': [
    `${RESOURCE} > memory_store`,
    'memory_store name is a snapshot at attach time; later renames do not propagate.',
    'managed-agents/session-resources.ts',
  ],
  'RES-007': [
    `${RESOURCE} > memory_store`,
    'memory_store mount_path derives from the store name under /mnt/memory/.',
    'managed-agents/session-resources.ts',
  ],
  'RES-008': [
    RESOURCE,
    'memory_store mount_path is output only: a client cannot choose it.',
    'schema sessions.create',
  ],
  'RES-009': [
    `${RESOURCE} > memory_store`,
    'memory_store instructions and access are kept as sent.',
    'managed-agents/session-resources.ts',
  ],
  'RES-010': [
    'Session resources > Add',
    'Add: file_id is required and a string.',
    'schema sessions.resources.add',
  ],
  'RES-011': [
    'Session resources > Add',
    'Add: type is required and must be file; other types are refused.',
    'schema sessions.resources.add',
  ],
  'RES-012': [
    'Session resources > Add',
    'Add: mount_path is optional with default /mnt/session/uploads/<file_id>.',
    'managed-agents/session-resources.ts',
  ],
  'RES-013': [
    'Session resources > Add',
    'Add returns the file resource, which is then part of the session.',
    'managed-agents/session-resources.ts',
  ],
  'RES-014': [
    'Session resources > List; Limits > Session resource list limit',
    'List: limit is a number of at most 1000: 1000 passes, 1001 is refused.',
    'schema sessions.resources.list',
  ],
  'RES-015': [
    'Session resources > List; Limits > Session resource list limit',
    'List: an omitted limit returns all resources.',
    'records/pages.ts',
  ],
  'RES-016': [
    'Session resources > List',
    'List: page is the opaque cursor of next_page; a walk returns every resource once.',
    'records/pages.ts',
  ],
  'RES-017': ['Session resources > List', 'List: data is sorted by created_at.', 'records/pages.ts'],
  'RES-018': [
    'Session resources > Get',
    'Get returns one session resource; an unknown one is a 404.',
    'managed-agents/session-resources.ts',
  ],
  'RES-019': [
    'Session resources > Update',
    'Update: authorization_token string is required.',
    'schema sessions.resources.update',
  ],
  'RES-020': [
    'Session resources > Update',
    'Update: only githost_repository resources support token rotation; another kind is refused.',
    'managed-agents/session-resources.ts',
  ],
  'RES-021': [
    'Session resources > Update',
    'Update returns the resource (without the token).',
    'managed-agents/session-resources.ts',
  ],
  'RES-022': [
    'Session resources > Delete',
    'Delete removes the resource from the session.',
    'managed-agents/session-resources.ts',
  ],
  'RES-023': [
    `${RESOURCE} > githost_repository`,
    'checkout of the record is {type branch, name} or {type commit, sha} as sent.',
    'managed-agents/session-resources.ts',
  ],
  'RES-024': [RESOURCE, "A commit checkout's sha is the full commit SHA.", 'schema sessions.create'],
  'RES-025': [
    RESOURCE,
    "description of an attachment goes into the agent's system prompt, instructions into its memory section.",
    'managed-agents/run/system-prompt.ts',
  ],
};
