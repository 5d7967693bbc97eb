/** Rules of the compliance API, activities excepted. */
import type { RuleRows } from './rule.js';

const ACTIVITY = 'Activity (audit record)';
const MESSAGES = 'Chat with messages (response of the messages operation)';

/** Rules of the compliance API, activities excepted. */
export const complianceRules: RuleRows = {
  'CMP-001': ['Authentication', 'The key is sent as a bearer token.', 'engine/headers.ts'],
  'CMP-002': ['Authentication', 'x-api-key is accepted as well.', 'engine/headers.ts'],
  'CMP-003': ['Authentication', 'Without a valid compliance key a request is refused.', 'engine/headers.ts'],
  'CMP-004': ['Authentication', 'A key sees its own organization only.', 'world/worlds.ts'],
  'CMP-005': [ACTIVITY, 'Each compliance request is logged as an activity.', 'compliance/access-log.ts'],
  'CMP-006': ['Compliance: chats', 'Times are RFC 3339; bodies are JSON.', 'engine/respond.ts'],
  'CMP-007': ['Versioning', 'Cursors and ids of generated files are opaque.', 'records/pages.ts'],
  'CMP-008': ['Versioning', 'All operations lie below /v1/compliance/.', 'engine/router.ts'],
  'CMP-010': ['Chat (list item) > id', 'Ids begin with assistant_chat_.', 'schema chats.list'],
  'CMP-011': [
    'Chat (list item) > created_at; Chat (list item) > updated_at',
    'created_at and updated_at are times.',
    'schema chats.list',
  ],
  'CMP-012': [
    'Chat (list item) > deleted_at',
    'deleted_at is a time, or null.',
    'compliance/chat-records.ts',
  ],
  'CMP-013': ['Chat (list item) > href', 'href is a URL.', 'schema chats.list'],
  'CMP-014': ['Chat (list item) > model', 'model is a string, or null.', 'compliance/chat-records.ts'],
  'CMP-015': ['Chat (list item) > name', 'name is the title.', 'compliance/chat-records.ts'],
  'CMP-016': [
    'Chat (list item) > organization_id; Chat (list item) > organization_uuid',
    'The owner is named by id and by UUID.',
    'compliance/chat-records.ts',
  ],
  'CMP-017': [
    'Chat (list item) > project_id',
    'project_id is assistant_proj_..., or null.',
    'compliance/chat-records.ts',
  ],
  'CMP-018': ['Chat (list item) > user', 'user has id and email_address.', 'compliance/chat-records.ts'],
  'CMP-020': ['Compliance: chats', 'Oldest first; ties by id.', 'compliance/chats.ts'],
  'CMP-021': ['Compliance: chats > user_ids', 'user_ids is required.', 'schema chats.list'],
  'CMP-022': ['Limits > Chat list user_ids', 'user_ids has 1 to 10 entries.', 'schema chats.list'],
  'CMP-023': ['Compliance: chats > user_ids', 'Only chats of those users are listed.', 'compliance/chats.ts'],
  'CMP-024': ['Compliance: chats', 'Users can be enumerated.', 'compliance/organizations.ts'],
  'CMP-025': [
    'Compliance: chats > after_id',
    'after_id pages forward; each chat is returned once.',
    'records/pages.ts',
  ],
  'CMP-026': ['Compliance: chats > before_id', 'before_id pages back.', 'records/pages.ts'],
  'CMP-027': [
    'Compliance: chats > created_at',
    'created_at bounds: gt and lt exclude the bound, gte and lte include it.',
    'records/time-filter.ts',
  ],
  'CMP-028': ['Compliance: chats > updated_at', 'updated_at has the same bounds.', 'records/time-filter.ts'],
  'CMP-029': ['Compliance: chats > created_at', 'A bound is an RFC 3339 time.', 'schema chats.list'],
  'CMP-030': [
    'Limits > Chat list limit; Compliance: chats > limit',
    'A page has 100 chats by default.',
    'compliance/chats.ts',
  ],
  'CMP-031': [
    'Limits > Chat list limit; Compliance: chats > limit',
    'limit is at most 1,000.',
    'schema chats.list',
  ],
  'CMP-032': [
    'Compliance: chats > organization_ids',
    'organization_ids takes ids and UUIDs.',
    'compliance/organization-filter.ts',
  ],
  'CMP-033': ['Compliance: chats > project_ids', 'project_ids filters by project.', 'compliance/chats.ts'],
  'CMP-034': ['Compliance: chats', 'A page has data, first_id, has_more, last_id.', 'records/pages.ts'],
  'CMP-035': [
    'Compliance: chats',
    'Organizations and projects can be enumerated.',
    'compliance/organizations.ts',
  ],
  'CMP-040': ['Compliance: chats', 'Delete returns id and assistant_chat_deleted.', 'compliance/chats.ts'],
  'CMP-041': [
    'States and transitions > Chat',
    'A deleted chat can no longer be read.',
    'compliance/chats.ts',
  ],
  'CMP-042': [
    'States and transitions > Chat',
    'The files of a deleted chat can no longer be read.',
    'compliance/chats.ts',
  ],
  'CMP-043': ['States and transitions', 'Deleting an unknown chat is 404.', 'compliance/chats.ts'],
  'CMP-044': [
    'States and transitions > Chat',
    'A deletion is reported as an activity.',
    'compliance/chats.ts',
  ],
  'CMP-050': [
    `${MESSAGES} > chat_messages`,
    'All fields of the chat, the messages, and the paging fields.',
    'compliance/chats.ts',
  ],
  'CMP-051': [`${MESSAGES} > chat_messages`, 'Oldest first by default.', 'compliance/chats.ts'],
  'CMP-052': ['Compliance: chats > order', 'order desc returns the newest first.', 'compliance/chats.ts'],
  'CMP-053': ['Compliance: chats > order', 'Another order is refused.', 'schema chats.messages'],
  'CMP-054': [
    `${MESSAGES} > last_id; Compliance: chats > after_id, before_id`,
    'last_id as after_id pages on.',
    'records/pages.ts',
  ],
  'CMP-055': [
    `${MESSAGES} > first_id; Compliance: chats > after_id, before_id`,
    'first_id as before_id pages back.',
    'records/pages.ts',
  ],
  'CMP-056': [
    `${MESSAGES} > has_more`,
    'has_more says whether there are messages beyond the page.',
    'records/pages.ts',
  ],
  'CMP-057': [
    'Limits > Chat messages limit; Compliance: chats > limit',
    'limit is at most 1,000.',
    'schema chats.messages',
  ],
  'CMP-058': [
    'Limits > Chat messages limit; Compliance: chats > limit',
    'Without limit all messages are returned at once.',
    'compliance/chats.ts',
  ],
  'CMP-059': [
    'Compliance: chats > created_at, updated_at',
    'created_at and updated_at filter messages.',
    'compliance/chats.ts',
  ],
  'CMP-060': [`${MESSAGES} > id`, 'Ids begin with assistant_chat_msg_.', 'schema chats.messages'],
  'CMP-061': [
    `${MESSAGES} > artifacts`,
    'Artifacts have id, artifact_type, title, version_id.',
    'compliance/chat-records.ts',
  ],
  'CMP-062': [`${MESSAGES} > content`, 'Content blocks are texts.', 'compliance/chat-records.ts'],
  'CMP-063': [
    `${MESSAGES} > created_at`,
    'created_at is when the message was sent or completed.',
    'compliance/chat-records.ts',
  ],
  'CMP-064': [`${MESSAGES} > files`, 'Files have id, filename, mime_type.', 'compliance/chat-records.ts'],
  'CMP-065': [
    `${MESSAGES} > generated_files`,
    'Generated files have id, filename, mime_type.',
    'compliance/chat-records.ts',
  ],
  'CMP-066': [`${MESSAGES} > role`, 'role is assistant or user.', 'compliance/chat-records.ts'],
  'CMP-067': ['Compliance: chats', 'Messages of an unknown chat are 404.', 'compliance/chats.ts'],
  'CMP-070': ['Compliance: chats', 'Artifacts are served.', 'compliance/downloads.ts'],
  'CMP-071': ['Compliance: chats', 'Uploaded files are served.', 'compliance/downloads.ts'],
  'CMP-072': ['Compliance: chats', 'Generated files are served.', 'compliance/downloads.ts'],
  'CMP-073': ['Compliance: chats', 'The three enumerations are served.', 'compliance/projects.ts'],
};
