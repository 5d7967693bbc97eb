/** What a plan says, against an organization with people of all kinds. */
import { expect, test } from 'vitest';
import type { DesiredState } from './desired-state.js';
import { describeAction } from './actions.js';
import type { OrganizationPlan } from './plan.js';
import { organizationWorld } from './testing/organization-world.js';

const records = {
  users: [
    { email: 'ada@example.com', id: 'user_ada', role: 'developer' },
    { email: 'ben@example.com', id: 'user_ben', role: 'user' },
    { email: 'cleo@example.com', id: 'user_cleo', role: 'billing' },
    { email: 'dora@example.com', id: 'user_dora', role: 'admin' },
  ],
  invites: [
    { email: 'eva@example.com', role: 'user' },
    { email: 'finn@example.com', role: 'user', invited_at: '2020-01-01T00:00:00Z' },
  ],
};

const shown = ({ actions, notes }: OrganizationPlan): string[] => [
  ...actions.map(describeAction),
  ...notes.map(({ action, email, workspace, why }) => `${action}: ${email ?? workspace ?? ''} ${why}`),
];

test.each<[string, DesiredState, (string | RegExp)[]]>([
  ['nothing', {}, []],
  [
    'what is so already',
    { users: [{ email: 'ADA@example.com', role: 'developer' }, { email: 'ben@example.com' }] },
    [],
  ],
  [
    'somebody new',
    { users: [{ email: 'gus@example.com', role: 'billing' }] },
    ['invite gus@example.com as billing'],
  ],
  [
    'somebody new without a role',
    { users: [{ email: 'gus@example.com' }] },
    ['invite gus@example.com as user'],
  ],
  [
    'another role',
    { users: [{ email: 'ben@example.com', role: 'developer' }] },
    ['change the role of ben@example.com from user to developer'],
  ],
  [
    'a pending invite',
    { users: [{ email: 'eva@example.com', role: 'user' }] },
    [/^waiting: eva@example.com the invite is pending until/],
  ],
  [
    'a pending invite with another role',
    { users: [{ email: 'eva@example.com', role: 'developer' }] },
    ['invite eva@example.com again as developer: the invite is for user'],
  ],
  [
    'an expired invite',
    { users: [{ email: 'finn@example.com', role: 'user' }] },
    ['invite finn@example.com again as user: the invite has expired'],
  ],
  [
    'somebody absent',
    { users: [{ email: 'ben@example.com', absent: true }] },
    ['remove ben@example.com (user)'],
  ],
  [
    'somebody absent with an invite',
    { users: [{ email: 'eva@example.com', absent: true }] },
    ['cancel the invite of eva@example.com as user'],
  ],
  ['somebody unknown who is absent', { users: [{ email: 'gus@example.com', absent: true }] }, []],
  [
    'a new admin',
    { users: [{ email: 'ben@example.com', role: 'admin' }] },
    [/^manual: ben@example.com .*only the console/],
  ],
  [
    'an admin who is absent',
    { users: [{ email: 'dora@example.com', absent: true }] },
    [/^manual: dora@example.com .*only the console/],
  ],
  [
    'a protected person',
    { users: [{ email: 'ben@example.com', role: 'developer' }], protected: ['Ben@example.com'] },
    [],
  ],
  [
    'a new workspace with members',
    {
      workspaces: [
        {
          name: 'Sales',
          tags: { team: 's' },
          members: {
            'ada@example.com': 'workspace_admin',
            'cleo@example.com': 'workspace_billing',
            'eva@example.com': 'workspace_user',
            'dora@example.com': 'workspace_user',
            'who@example.com': 'workspace_user',
          },
        },
      ],
    },
    [
      'create the workspace "Sales"',
      'add ada@example.com to "Sales" as workspace_admin',
      'waiting: eva@example.com joins once the invite is accepted',
      'impossible: dora@example.com has workspace_admin in every workspace',
      'manual: who@example.com is not in the organization: list the person under users',
    ],
  ],
  [
    'an unknown workspace id',
    { workspaces: [{ name: 'X', id: 'wrkspc_x' }] },
    [/^impossible: X no workspace in use has the id wrkspc_x/],
  ],
  ['a workspace that is archived already', { workspaces: [{ name: 'X', archived: true }] }, []],
])('%s', async (_, desired, expected) => {
  const { plan } = await organizationWorld(records);
  const lines = shown(await plan(desired));
  expect(lines).toHaveLength(expected.length);
  for (const [index, line] of expected.entries())
    expect(lines[index]).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
});

test('people who are not listed are removed only with an approval', async () => {
  const { plan } = await organizationWorld(records);
  const made = await plan({ users: [{ email: 'ada@example.com' }], unlisted: 'remove' });
  expect(shown(made)).toMatchObject([
    'cancel the invite of eva@example.com as user',
    'remove cleo@example.com (billing)',
    'remove ben@example.com (user)',
    expect.stringMatching(/^manual: /),
    expect.stringMatching(/^manual: /),
  ]);
  expect(made.breaches).toEqual([
    { guard: 'maxUnlisted', message: '3 people lose access because they are not listed; at most 0 may' },
  ]);
  expect(made.seats).toEqual({ before: 6, after: 3 });
});
