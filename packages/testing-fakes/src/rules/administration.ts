/** Rules of the administration families that the documents do not have: KEY, LIM, USE and SET. */
import type { RuleRows } from './rule.js';

/** Rules KEY: API keys. */
export const apiKeyRules: RuleRows = {
  'KEY-001': [
    '1.4.3; C.8',
    'A key has an id, name, hint, creator, scope and status, never its secret.',
    'admin/api-keys.ts',
  ],
  'KEY-002': ['1.4.3', 'Keys are listed newest first, with id cursors.', 'admin/api-keys.ts'],
  'KEY-003': ['1.4.3', 'Lists filter by status, creator and workspace.', 'schema apiKeys.list'],
  'KEY-004': ['1.4.3', 'A name has 1 to 500 characters.', 'schema apiKeys.update'],
  'KEY-005': ['1.4.3; C.8', 'A status is set to active, inactive or archived.', 'schema apiKeys.update'],
  'KEY-006': ['1.4.3', 'An archived key keeps its status.', 'admin/api-keys.ts'],
  'KEY-007': [
    '1.4.3',
    'Only active keys work; the keys of an archived workspace are archived.',
    'admin/api-keys.ts',
  ],
};

/** Rules LIM: rate limits. */
export const rateLimitRules: RuleRows = {
  'LIM-001': [
    '1.4.5; C.7',
    'The organization has limits by group; only model groups have models.',
    'admin/rate-limits.ts',
  ],
  'LIM-002': ['1.4.5', 'Lists filter by group_type and model.', 'schema rateLimits.list'],
  'LIM-003': [
    '1.4.5; C.6',
    'A workspace lists its own limits, with include_inherited all of them.',
    'admin/rate-limits.ts',
  ],
  'LIM-004': ['1.4.5', 'An update sets limits; null removes one.', 'admin/rate-limits.ts'],
  'LIM-005': [
    '1.4.5; C.6',
    'An update has known limits of the group, as whole numbers or null.',
    'schema workspaces.rateLimits.update',
  ],
  'LIM-006': ['1.4.5', 'A limit is at most that of the organization.', 'admin/rate-limits.ts'],
  'LIM-007': [
    '1.4.5; 1.1.4',
    'Requests with a key of a workspace are rejected with 429 when they exceed a limit of the workspace.',
    'organization/workspace-gauges.ts',
  ],
  'LIM-008': [
    '1.4.5; C.6; A.2',
    'Web searches over tool_uses_per_second have the result too_many_requests.',
    'inference/server-tools/web.ts',
  ],
};

/** Rules USE: usage and cost reports. */
export const reportRules: RuleRows = {
  'USE-001': ['1.4.4', 'starting_at is required; both bounds are times.', 'schema usage.messages'],
  'USE-002': ['1.4.4', 'A bucket is a day, an hour or a minute, a day by default.', 'schema usage.messages'],
  'USE-003': [
    '1.4.4',
    'A page has 7, 24 or 60 buckets by default and at most 31, 168 or 1,440.',
    'schema usage.messages',
  ],
  'USE-004': ['1.4.4', 'group_by splits results; the fields of other groups are null.', 'admin/reports.ts'],
  'USE-005': ['1.4.4', 'Filters keep usage that matches all of them.', 'admin/reports.ts'],
  'USE-006': ['1.4.4', 'ending_at is after starting_at, now by default.', 'usage/report-page.ts'],
  'USE-007': [
    '1.4.4',
    'Consecutive buckets, oldest first, add up to the usage of the replies.',
    'usage/usage-ledger.ts',
  ],
  'USE-008': ['1.4.4', 'Costs are by day, grouped by workspace_id and description.', 'schema cost.list'],
  'USE-009': ['1.4.4', 'An amount is a decimal in the smallest unit of the currency.', 'usage/cost-items.ts'],
};

/** Rules SET: compliance settings. */
export const complianceSettingsRules: RuleRows = {
  'SET-001': [
    '1.4.6; C.9',
    'state is enabled or disabled, enabled at first.',
    'schema complianceSettings.update',
  ],
  'SET-002': [
    '1.4.6',
    'A disabled Compliance API rejects its keys and records no activities.',
    'admin/api-keys.ts',
  ],
};
