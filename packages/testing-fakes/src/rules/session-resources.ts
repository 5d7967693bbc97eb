/** Rules of session resources. */
import { ruleSet, type Rule } from './rule-table.js';

/** Rules RES. */
export const sessionResourceRules: readonly Rule[] = ruleSet(
  { document: 'managed-agents', test: 'packages/testing-fakes/src/managed-agents/session-resources.test.ts' },
  {
    'RES-001': [
      'Session resource (union by `type`)',
      'githost_repository record: id, created_at, mount_path, type, updated_at, url, and optionally checkout.',
      'managed-agents/session-resources.ts',
    ],
    'RES-002': [
      'Session resource (union by `type`)',
      'The authorization token is never part of a resource record, nor of anything else that is read.',
      'managed-agents/session-resources.ts',
    ],
    'RES-003': [
      'Session resource (union by `type`)',
      'file record: id, created_at, file_id, mount_path, type, updated_at.',
      'managed-agents/session-resources.ts',
    ],
    'RES-004': [
      'Session resource (union by `type`)',
      'memory_store record: memory_store_id, type and optionally access, description, instructions, mount_path, name.',
      'managed-agents/session-resources.ts',
    ],
    'RES-005': [
      'Session resource (union by `type`)',
      'memory_store description is a snapshot at attach time; the empty string when the store has none.',
      'managed-agents/session-resources.ts',
    ],
    'RES-006': [
      'Session resource (union by `type`)',
      'memory_store name is a snapshot at attach time; later renames do not propagate.',
      'managed-agents/session-resources.ts',
    ],
    'RES-007': [
      'Session resource (union by `type`)',
      'memory_store mount_path derives from the store name under /mnt/memory/.',
      'managed-agents/session-resources.ts',
    ],
    'RES-008': [
      'Session resource (union by `type`)',
      'memory_store mount_path is output only: a client cannot choose it.',
      'schema sessions.create',
    ],
    'RES-009': [
      'Session resource (union by `type`)',
      'memory_store instructions and access are kept as sent.',
      'managed-agents/session-resources.ts',
    ],
    'RES-010': [
      'Session resources',
      'Add: file_id is required and a string.',
      'schema sessions.resources.add',
    ],
    'RES-011': [
      'Session resources',
      'Add: type is required and must be file; other types are refused.',
      'schema sessions.resources.add',
    ],
    'RES-012': [
      'Session resources',
      'Add: mount_path is optional with default /mnt/session/uploads/<file_id>.',
      'managed-agents/session-resources.ts',
    ],
    'RES-013': [
      'Session resources',
      'Add answers the file resource, which then shows in the session.',
      'managed-agents/session-resources.ts',
    ],
    'RES-014': [
      'Session resources',
      'List: limit is a number of at most 1000: 1000 passes, 1001 is refused.',
      'schema sessions.resources.list',
    ],
    'RES-015': ['Session resources', 'List: an omitted limit returns all resources.', 'records/pages.ts'],
    'RES-016': [
      'Session resources',
      'List: page is the opaque cursor of next_page; a walk returns every resource once.',
      'records/pages.ts',
    ],
    'RES-017': ['Session resources', 'List: data is sorted by created_at.', 'records/pages.ts'],
    'RES-018': [
      'Session resources',
      'Get answers one session resource; an unknown one is a 404.',
      'managed-agents/session-resources.ts',
    ],
    'RES-019': [
      'Session resources',
      'Update: authorization_token string is required.',
      'schema sessions.resources.update',
    ],
    'RES-020': [
      'Session resources',
      'Update: only githost_repository resources support token rotation; another kind is refused.',
      'managed-agents/session-resources.ts',
    ],
    'RES-021': [
      'Session resources',
      'Update answers the resource (without the token).',
      'managed-agents/session-resources.ts',
    ],
    'RES-022': [
      'Session resources',
      'Delete removes the resource from the session.',
      'managed-agents/session-resources.ts',
    ],
    'RES-023': [
      'Session resource (union by `type`)',
      'checkout of the record is {type branch, name} or {type commit, sha} as sent.',
      'managed-agents/session-resources.ts',
    ],
    'RES-024': [
      'Session resource (union by `type`)',
      "A commit checkout's sha is the full commit SHA.",
      'schema sessions.create',
    ],
    'RES-025': [
      'Session resource (union by `type`)',
      "description of an attachment goes into the agent's system prompt, instructions into its memory section.",
      'managed-agents/run/system-prompt.ts',
      'packages/testing-fakes/src/managed-agents/run/session-run.test.ts',
    ],
  },
);
