/** Rules of the compliance API. */
import { complianceActivityRules } from './compliance-activities.js';
import { ruleSet, type Rule } from './rule-table.js';

const CHAT = 'Chat (list item)';
const MESSAGES = 'Chat with messages (response of the messages operation)';
const CHATS = 'Compliance: chats';
const TESTS = 'packages/compliance/src';
const SHOW = 'compliance/chat-records.ts';
const LIST = 'compliance/chats.ts';
const PAGES = 'records/pages.ts';

const accessRules: readonly Rule[] = ruleSet(
  { document: 'compliance', test: `${TESTS}/compliance-client.test.ts` },
  {
    'CMP-001': ['Authentication', 'The key comes as a bearer token.', 'engine/headers.ts'],
    'CMP-002': ['Authentication', 'x-api-key carries the key as well.', 'engine/headers.ts'],
    'CMP-003': [
      'Authentication',
      'Without a valid compliance key a request is refused.',
      'engine/headers.ts',
    ],
    'CMP-004': ['Authentication', 'A key sees its own organization only.', 'world/worlds.ts'],
    'CMP-005': [
      'Activity (audit record)',
      'Each compliance request is logged as an activity.',
      'compliance/access-log.ts',
    ],
    'CMP-006': ['Compliance: chats', 'Times are RFC 3339; bodies are JSON.', 'engine/respond.ts'],
    'CMP-007': ['Versioning', 'Cursors and ids of generated files are opaque.', PAGES],
    'CMP-008': ['Versioning', 'All operations lie below /v1/compliance/.', 'engine/router.ts'],
  },
);

const chatRules: readonly Rule[] = ruleSet(
  { document: 'compliance', test: `${TESTS}/chats.test.ts` },
  {
    'CMP-010': [CHAT, 'Ids begin with assistant_chat_.', 'schema chats.list'],
    'CMP-011': [CHAT, 'Creation and last change are times.', 'schema chats.list'],
    'CMP-012': [CHAT, 'deleted_at is a time, or null.', SHOW],
    'CMP-013': [CHAT, 'href is a URL.', 'schema chats.list'],
    'CMP-014': [CHAT, 'model is a string, or null.', SHOW],
    'CMP-015': [CHAT, 'name is the title.', SHOW],
    'CMP-016': [CHAT, 'The owner is told by id and by UUID.', SHOW],
    'CMP-017': [CHAT, 'project_id is assistant_proj_..., or null.', SHOW],
    'CMP-018': [CHAT, 'user has id and email_address.', SHOW],
    'CMP-020': [CHATS, 'Oldest first; ties by id.', LIST],
    'CMP-021': [CHATS, 'user_ids is required.', 'schema chats.list'],
    'CMP-022': ['Limits', 'user_ids has 1 to 10 entries.', 'schema chats.list'],
    'CMP-023': [CHATS, 'Only chats of those users are listed.', LIST],
    'CMP-025': [CHATS, 'after_id walks on; each chat comes once.', PAGES],
    'CMP-026': [CHATS, 'before_id walks back.', PAGES],
    'CMP-027': [
      CHATS,
      'created_at bounds: gt and lt without, gte and lte with the bound.',
      'records/time-filter.ts',
    ],
    'CMP-028': [CHATS, 'updated_at bounds likewise.', 'records/time-filter.ts'],
    'CMP-029': [CHATS, 'A bound is an RFC 3339 time.', 'schema chats.list'],
    'CMP-030': ['Limits', 'A page has 100 chats by default.', LIST],
    'CMP-031': ['Limits', 'limit is at most 1,000.', 'schema chats.list'],
    'CMP-032': [CHATS, 'organization_ids takes ids and UUIDs.', 'compliance/organization-filter.ts'],
    'CMP-033': [CHATS, 'project_ids filters by project.', LIST],
    'CMP-034': [CHATS, 'A page has data, first_id, has_more, last_id.', PAGES],
    'CMP-040': [CHATS, 'Deleting answers id and assistant_chat_deleted.', LIST],
    'CMP-041': ['States and transitions', 'A deleted chat can no longer be read.', LIST],
    'CMP-042': ['States and transitions', 'Nor can its files.', LIST],
    'CMP-043': ['States and transitions', 'Deleting an unknown chat is 404.', LIST],
    'CMP-044': ['States and transitions', 'A deletion is reported as an activity.', LIST],
  },
);

const messageRules: readonly Rule[] = ruleSet(
  { document: 'compliance', test: `${TESTS}/chat-messages.test.ts` },
  {
    'CMP-050': [MESSAGES, 'All fields of the chat, the messages, and the paging fields.', LIST],
    'CMP-051': [MESSAGES, 'Oldest first by default.', LIST],
    'CMP-052': [CHATS, 'order desc gives the newest first.', LIST],
    'CMP-053': [CHATS, 'Another order is refused.', 'schema chats.messages'],
    'CMP-054': [MESSAGES, 'last_id as after_id pages on.', PAGES],
    'CMP-055': [MESSAGES, 'first_id as before_id pages back.', PAGES],
    'CMP-056': [MESSAGES, 'has_more tells of messages beyond the page.', PAGES],
    'CMP-057': ['Limits', 'limit is at most 1,000.', 'schema chats.messages'],
    'CMP-058': ['Limits', 'Without limit all messages come at once.', LIST],
    'CMP-059': [CHATS, 'created_at and updated_at filter messages.', LIST],
    'CMP-060': [MESSAGES, 'Ids begin with assistant_chat_msg_.', 'schema chats.messages'],
    'CMP-061': [MESSAGES, 'Artifacts have id, artifact_type, title, version_id.', SHOW],
    'CMP-062': [MESSAGES, 'Content blocks are texts.', SHOW],
    'CMP-063': [MESSAGES, 'created_at is when it was sent or complete.', SHOW],
    'CMP-064': [MESSAGES, 'Files have id, filename, mime_type.', SHOW],
    'CMP-065': [MESSAGES, 'Generated files have id, filename, mime_type.', SHOW],
    'CMP-066': [MESSAGES, 'role is assistant or user.', SHOW],
    'CMP-067': [CHATS, 'Messages of an unknown chat are 404.', LIST],
  },
);

const directoryRules: readonly Rule[] = [
  ...ruleSet(
    { document: 'compliance', test: `${TESTS}/organizations.test.ts` },
    {
      'CMP-024': [CHATS, 'Users can be enumerated.', 'compliance/organizations.ts'],
      'CMP-035': [CHATS, 'Organizations and projects can be enumerated.', 'compliance/organizations.ts'],
      'CMP-073': [CHATS, 'The three enumerations are served.', 'compliance/projects.ts'],
    },
  ),
  ...ruleSet(
    { document: 'compliance', test: `${TESTS}/downloads.test.ts` },
    {
      'CMP-070': [CHATS, 'Artifacts are served.', 'compliance/downloads.ts'],
      'CMP-071': [CHATS, 'Uploaded files are served.', 'compliance/downloads.ts'],
      'CMP-072': [CHATS, 'Generated files are served.', 'compliance/downloads.ts'],
    },
  ),
  ...ruleSet(
    { document: 'not-shown', test: `${TESTS}/organizations.test.ts` },
    { 'GEN-023': ['1.5.3', 'Envelopes of organizations, users, projects.', 'compliance/organizations.ts'] },
  ),
];

/** Rules CMP, and those GEN that concern compliance alone. */
export const complianceRules: readonly Rule[] = [
  ...accessRules,
  ...chatRules,
  ...messageRules,
  ...directoryRules,
  ...complianceActivityRules,
];
