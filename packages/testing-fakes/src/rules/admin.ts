/** Rules of organization administration. */
import { ruleSet, type Rule } from './rule-table.js';

const INVITES = 'Administration: invites';
const USERS = 'Administration: users';
const WORKSPACES = 'Administration: workspaces';
const MEMBERS = 'Administration: workspace members';
const TESTS = 'packages/admin/src';
const PAGES = 'records/pages.ts';

const commonRules: readonly Rule[] = ruleSet(
  { document: 'compliance', test: `${TESTS}/admin-client.test.ts` },
  {
    'ADM-001': ['Authentication', 'Without a valid admin key a request is refused.', 'engine/headers.ts'],
    'ADM-002': ['Versioning', 'Without vendor-version a request is refused.', 'engine/headers.ts'],
    'ADM-003': ['Versioning', 'All operations lie below /v1/organizations/.', 'engine/router.ts'],
    'ADM-004': ['Limits', 'A page has 20 items by default.', PAGES],
    'ADM-005': ['Limits', 'limit is 1 to 1,000.', 'schema users.list'],
    'ADM-006': [USERS, 'A page has data, first_id, has_more, last_id.', PAGES],
    'ADM-007': [USERS, 'after_id walks on; each item comes once.', PAGES],
    'ADM-008': [USERS, 'before_id walks back.', PAGES],
    'ADM-009': [WORKSPACES, 'has_more tells of more in the direction asked for.', PAGES],
    'ADM-010': ['Organization', 'me answers the organization of the key.', 'admin/organization.ts'],
  },
);

const inviteRules: readonly Rule[] = [
  ...ruleSet(
    { document: 'compliance', test: `${TESTS}/invites.test.ts` },
    {
      'ADM-020': ['Invite', 'An invite has exactly its seven fields.', 'admin/invites.ts'],
      'ADM-021': ['Invite', 'Ids begin with invite_.', 'admin/invites.ts'],
      'ADM-022': ['Invite', 'It expires after it was made.', 'admin/invites.ts'],
      'ADM-023': ['Invite', 'role is one of five.', 'admin/invites.ts'],
      'ADM-024': ['Invite', 'status is one of four.', 'admin/invites.ts'],
      'ADM-025': ['Invite', 'type is invite.', 'admin/invites.ts'],
      'ADM-026': ['States and transitions', 'A new invite is pending.', 'admin/invites.ts'],
      'ADM-027': [INVITES, 'email is required, a string.', 'schema invites.create'],
      'ADM-028': [INVITES, 'role is required, one of four.', 'schema invites.create'],
      'ADM-029': [INVITES, 'role is never admin.', 'schema invites.create'],
      'ADM-030': [INVITES, 'Get answers the invite; an unknown one is 404.', 'admin/invites.ts'],
      'ADM-031': [INVITES, 'Delete answers id and invite_deleted.', 'admin/invites.ts'],
      'ADM-032': ['States and transitions', 'A deleted invite is no longer pending.', 'admin/invites.ts'],
    },
  ),
  ...ruleSet(
    { document: 'not-shown', test: `${TESTS}/invites.test.ts` },
    { 'GEN-024': ['1.4.1', 'A pending invite expires after 21 days.', 'admin/invites.ts'] },
  ),
];

const userRules: readonly Rule[] = ruleSet(
  { document: 'compliance', test: `${TESTS}/users.test.ts` },
  {
    'ADM-040': ['User', 'A user has exactly its six fields.', 'admin/directory.ts'],
    'ADM-041': ['User', 'Ids begin with user_.', 'admin/directory.ts'],
    'ADM-042': ['User', 'added_at is a time.', 'admin/directory.ts'],
    'ADM-043': ['User', 'role is one of five.', 'admin/directory.ts'],
    'ADM-044': ['User', 'type is user.', 'admin/directory.ts'],
    'ADM-045': [USERS, 'Get answers the user; an unknown one is 404.', 'admin/users.ts'],
    'ADM-046': [USERS, 'email filters the list.', 'admin/users.ts'],
    'ADM-047': [USERS, 'role is required, one of four.', 'schema users.update'],
    'ADM-048': [USERS, 'role is never admin.', 'schema users.update'],
    'ADM-049': [USERS, 'Update answers the user with the new role.', 'admin/users.ts'],
    'ADM-050': [USERS, 'Remove answers id and user_deleted.', 'admin/users.ts'],
    'ADM-051': ['States and transitions', 'A removed user is gone.', 'admin/users.ts'],
  },
);

const workspaceRules: readonly Rule[] = ruleSet(
  { document: 'compliance', test: `${TESTS}/workspaces.test.ts` },
  {
    'ADM-060': ['Workspace', 'A workspace has its eight fields.', 'admin/workspaces.ts'],
    'ADM-061': ['Workspace', 'Ids begin with wrkspc_.', 'admin/workspaces.ts'],
    'ADM-062': ['States and transitions', 'A new workspace is active.', 'admin/workspaces.ts'],
    'ADM-063': ['Workspace', 'data_residency has three fields.', 'admin/workspaces.ts'],
    'ADM-064': ['Workspace', 'display_color is a hex code.', 'admin/workspaces.ts'],
    'ADM-065': ['Workspace', 'tags is a map, empty when there are none.', 'admin/workspaces.ts'],
    'ADM-066': [WORKSPACES, 'A tag must not begin with vendor.', 'schema workspaces.create'],
    'ADM-067': ['Workspace', 'type is workspace.', 'admin/workspaces.ts'],
    'ADM-068': [WORKSPACES, 'name is required, a string.', 'schema workspaces.create'],
    'ADM-069': [WORKSPACES, 'Create takes beta names.', 'engine/headers.ts'],
    'ADM-070': [WORKSPACES, 'workspace_geo is us by default.', 'admin/workspaces.ts'],
    'ADM-071': [WORKSPACES, 'Geographies are unrestricted by default.', 'admin/workspaces.ts'],
    'ADM-072': [WORKSPACES, 'The default geography is global by default.', 'admin/workspaces.ts'],
    'ADM-073': [WORKSPACES, 'Geographies are a list, or unrestricted.', 'schema workspaces.create'],
    'ADM-074': [WORKSPACES, 'The default geography is one of the allowed.', 'admin/workspaces.ts'],
    'ADM-075': [WORKSPACES, 'workspace_geo never changes.', 'schema workspaces.update'],
    'ADM-076': [WORKSPACES, 'Get answers the workspace; an unknown one is 404.', 'admin/workspaces.ts'],
    'ADM-077': [WORKSPACES, 'Archived ones are listed only when asked for.', 'admin/workspaces.ts'],
    'ADM-078': [WORKSPACES, 'The cursors of the list are ids.', PAGES],
    'ADM-079': [WORKSPACES, 'What an update leaves out stays.', 'admin/workspaces.ts'],
    'ADM-080': [WORKSPACES, 'name is replaced.', 'admin/workspaces.ts'],
    'ADM-081': [WORKSPACES, 'tags are stored.', 'admin/workspaces.ts'],
    'ADM-082': [WORKSPACES, 'data_residency changes by what is given.', 'admin/workspaces.ts'],
    'ADM-083': [WORKSPACES, 'Archiving sets archived_at.', 'admin/workspaces.ts'],
    'ADM-084': [WORKSPACES, 'tags are an optional map of strings.', 'schema workspaces.create'],
    'ADM-085': [
      'Workspace',
      'The default geography is what requests without one use.',
      'admin/workspaces.ts',
    ],
  },
);

const memberRules: readonly Rule[] = [
  ...ruleSet(
    { document: 'compliance', test: `${TESTS}/workspace-members.test.ts` },
    {
      'ADM-090': ['Workspace member', 'A member has its four fields.', 'admin/workspace-members.ts'],
      'ADM-091': ['Workspace member', 'workspace_role is one of five.', 'admin/workspace-members.ts'],
      'ADM-092': [MEMBERS, 'user_id is required, a user of the organization.', 'admin/workspace-members.ts'],
      'ADM-093': [MEMBERS, 'workspace_role is required, one of four.', 'schema workspaces.members.create'],
      'ADM-094': [MEMBERS, 'workspace_role is never workspace_billing.', 'schema workspaces.members.create'],
    },
  ),
  ...ruleSet(
    { document: 'not-shown', test: `${TESTS}/workspace-members.test.ts` },
    { 'GEN-025': ['1.4.2', 'Members are read, listed, updated, deleted.', 'admin/workspace-members.ts'] },
  ),
];

/** Rules ADM, and those GEN that concern administration alone. */
export const adminRules: readonly Rule[] = [
  ...commonRules,
  ...inviteRules,
  ...userRules,
  ...workspaceRules,
  ...memberRules,
];
