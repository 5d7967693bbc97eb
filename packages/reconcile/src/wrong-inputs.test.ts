/** What people do wrong: nobody loses access in any of them without an approval of that very plan. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { applyOrganization } from './apply-organization.js';
import type { ApplyOrganizationOptions } from './apply-options.js';
import { readDesiredState } from './read-desired-state.js';
import { approve, approversOf, ines } from '@parlance/testing/approvers';
import { organizationWorld, type OrganizationWorld } from './testing/organization-world.js';
import type { PlanOrganizationOptions } from './plan-organization.js';

const NAMES = ['ada', 'ben', 'cleo', 'dora', 'eva', 'finn', 'gus', 'hal', 'ida', 'jon', 'kim', 'leo'];
const records = {
  users: NAMES.map((name) => ({ email: `${name}@example.com`, id: `user_${name}` })),
  invites: [{ email: 'mia@example.com' }],
};

/** Writes files, and applies what they say, with approvers of whom nobody has signed. */
async function applyFiles(
  files: Readonly<Record<string, string>>,
  more: Partial<PlanOrganizationOptions> = {},
  applying: Partial<ApplyOrganizationOptions> = {},
): Promise<{ readonly world: OrganizationWorld; readonly failure: Error | null }> {
  const world = await organizationWorld(records);
  const { id } = await world.admin.workspaces.create({ name: 'Sales' });
  for (const name of NAMES.slice(0, 4))
    await world.admin.workspaces.members.create(id, {
      user_id: `user_${name}`,
      workspace_role: 'workspace_user',
    });
  world.writes.length = 0;
  const apply = async (): Promise<void> => {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(world.dir, name), text);
    const desired = await readDesiredState(Object.keys(files).map((name) => path.join(world.dir, name)));
    const plan = await world.plan(desired, more);
    const { admin, store } = world;
    await applyOrganization(plan, { admin, store, approvers: approversOf(), ...applying });
  };
  const failure = await apply().then(
    () => null,
    (error: Error) => error,
  );
  return { world, failure };
}

const all = NAMES.map((name) => `  - { email: ${name}@example.com }\n`).join('');
const yaml = (text: string): Record<string, string> => ({ 'org.yaml': text });
const csv = (text: string): Record<string, string> => ({
  'rules.yaml': 'unlisted: remove\n',
  'people.csv': text,
});
const rows = (names: readonly string[]): string => names.map((name) => `${name}@example.com,user\n`).join('');

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['an empty file', yaml(''), /org\.yaml, line 1, column 1: must be an object/],
  ['a list of people that is empty', yaml('users: []\nunlisted: remove\n'), /users lists nobody who stays/],
  [
    'everybody absent',
    yaml(`unlisted: remove\nusers:\n${all.replaceAll(' }', ', absent: true }')}`),
    /users lists nobody who stays/,
  ],
  [
    'a truncated list',
    yaml(`unlisted: remove\nusers:\n${all.split('\n').slice(0, 6).join('\n')}\n`),
    /7 people lose access because they are not listed; at most 0 may/,
  ],
  [
    'one person forgotten',
    yaml(`unlisted: remove\nusers:\n${all.replace(/.*leo.*\n/, '')}  - { email: mia@example.com }\n`),
    /1 person loses access because they are not listed/,
  ],
  [
    'a key in the wrong place',
    yaml('users:\n  unlisted: remove\n'),
    /line 1, column 1: users: must be an array/,
  ],
  [
    'a typing error in a key',
    yaml('users:\n  - { email: ada@example.com, absence: true }\n'),
    /line 2, column 5: users\.0.*\(ada@example\.com\).*absence.*absent/s,
  ],
  [
    'a typing error in a role',
    yaml('users:\n  - { email: ada@example.com, role: dev }\n'),
    /column 31: users\.0\.role \(ada@example\.com\)/,
  ],
  [
    'a typing error in an address',
    yaml(`unlisted: remove\nusers:\n${all.replace('leo@', 'leo@@')}`),
    /users\.2\.email \(cleo@@example\.com\): must be one e-mail address/,
  ],
  [
    'an address with a name',
    yaml('users:\n  - { email: "Ada <ada@example.com>" }\n'),
    /must be one e-mail address/,
  ],
  [
    'two addresses in one',
    yaml('users:\n  - { email: "ada@example.com; ben@example.com" }\n'),
    /must be one e-mail address/,
  ],
  [
    'another domain',
    yaml(`unlisted: remove\nusers:\n${all.replaceAll('example.com', 'example.org')}`),
    /13 people lose access because they are not listed/,
  ],
  [
    'somebody twice',
    yaml(`users:\n${all}  - { email: ADA@example.com, absent: true }\n`),
    /org\.yaml, line 14, column 5: ADA@example\.com is listed twice/,
  ],
  [
    'absent and with a role',
    yaml('users:\n  - { email: ada@example.com, role: user, absent: true }\n'),
    /is absent, and has a role/,
  ],
  [
    'absent and protected',
    yaml('users:\n  - { email: ada@example.com, absent: true }\nprotected: [Ada@example.com]\n'),
    /is absent, and protected/,
  ],
  [
    'a text instead of true',
    yaml('users:\n  - { email: ada@example.com, absent: "yes" }\n'),
    /users\.0\.absent \(ada@example\.com\)/,
  ],
  [
    'a key twice',
    yaml('unlisted: keep\nunlisted: remove\nusers: []\n'),
    /line 2, column 1: Map keys must be unique/,
  ],
  ['a tab', yaml('users:\n\t- { email: ada@example.com }\n'), /org\.yaml, line 2/],
  [
    'JSON that ends early',
    { 'org.json': '{"unlisted": "remove", "users": [{"email": "ada@example.com"}' },
    /org\.json, line 1/,
  ],
  [
    'a workspace without members',
    yaml('workspaces:\n  - { name: Sales, members: {} }\n'),
    /4 people lose access because they are not listed/,
  ],
  [
    'a workspace described twice',
    yaml('workspaces:\n  - { name: Sales }\n  - { name: Sales, members: {} }\n'),
    /"Sales" is also described/,
  ],
  [
    'a workspace to archive',
    yaml('workspaces:\n  - { name: Sales, archived: true }\n'),
    /the workspace "Sales" is archived, which cannot be undone/,
  ],
  [
    'an archived workspace with members',
    yaml('workspaces:\n  - { name: Sales, archived: true, members: {} }\n'),
    /is archived, and has members/,
  ],
  [
    'a member who is absent',
    yaml(
      'users:\n  - { email: ada@example.com, absent: true }\nworkspaces:\n  - { name: Sales, members: { ada@example.com: workspace_user } }\n',
    ),
    /has the member ada@example\.com, who is absent/,
  ],
  [
    '11 people absent',
    yaml(`users:\n${all.split('\n').slice(0, 11).join('\n').replaceAll(' }', ', absent: true }')}\n`),
    /11 people lose access; at most 10 may/,
  ],
  [
    'a table that was cut off',
    csv(`email,role\n${rows(NAMES.slice(0, 5))}`),
    /8 people lose access because they are not listed/,
  ],
  [
    'a table that was cut off in a line',
    csv(`email,role\n${rows(NAMES.slice(0, 5))}fin`),
    /people\.csv, line 7/,
  ],
  ['a table without rows', csv('email,role\n'), /people\.csv, line 1: has no rows/],
  ['an empty table', csv(''), /people\.csv, line 1: the column "email" is missing/],
  [
    'a renamed column',
    csv(`e-mail,role\n${rows(NAMES)}`),
    /the column "e-mail" is not known.*Did you mean "email"\?/,
  ],
  [
    'columns in the wrong order',
    csv(`role,email\n${rows(NAMES)}`),
    /people\.csv, line 2, column email \(user\): must be one e-mail address/,
  ],
  [
    'semicolons',
    csv(`email;role\n${rows(NAMES).replaceAll(',', ';')}`),
    /the column "email;role" is not known/,
  ],
  [
    'an error page instead of a table',
    csv('<html>\n<body>502</body>\n</html>\n'),
    /the column "<html>" is not known/,
  ],
  [
    'the same table twice',
    {
      'rules.yaml': 'unlisted: remove\n',
      'a.csv': `email,role\n${rows(NAMES)}`,
      'b.csv': `email,role\n${rows(NAMES)}`,
    },
    /b\.csv, line 2: ada@example\.com is listed twice/,
  ],
  [
    'files that say the opposite',
    { 'a.yaml': 'unlisted: remove\n', 'b.yaml': 'unlisted: keep\n' },
    /b\.yaml.*another file says the opposite/,
  ],
  ['another kind of file', { 'people.xlsx': 'PK' }, /must end with \.yaml/],
])('%s', async (_, files, message) => {
  const { world, failure } = await applyFiles(files);
  expect(failure?.message).toMatch(message);
  expect(world.writes).toEqual([]);
});

test('an identity provider that answers with nobody is refused', async () => {
  const { plan } = await organizationWorld(records);
  await expect(plan({ users: [], unlisted: 'remove' })).rejects.toThrow('users lists nobody who stays');
});

test.each<[string, (digest: string) => Partial<ApplyOrganizationOptions>, RegExp]>([
  ['nobody signed', () => ({}), /requires 1 approval.*7 people lose access/],
  ['another plan was signed', () => ({ approvals: approve('f'.repeat(64), ines) }), /does not fit/],
  ['there are no approvers', () => ({ approvers: 'none' }), /there are no approvers/],
])('a plan against a guard: %s', async (_, options, message) => {
  const { plan, admin, store, writes } = await organizationWorld(records);
  const users = NAMES.slice(6).map((name) => ({ email: `${name}@example.com` }));
  const made = await plan({ users, unlisted: 'remove' });
  await expect(
    applyOrganization(made, { admin, store, approvers: approversOf(), ...options(made.digest) }),
  ).rejects.toThrow(message);
  expect(writes).toEqual([]);
});

test('with an approval of it, the plan is applied, and a changed one is not', async () => {
  const { plan, admin, store, writes } = await organizationWorld(records);
  const made = await plan({ users: [{ email: 'ada@example.com' }], unlisted: 'remove' });
  const options = { admin, store, approvers: approversOf(), approvals: approve(made.digest, ines) };
  const changed = { ...made, actions: made.actions.slice(1) };
  await expect(applyOrganization(changed, options)).rejects.toMatchObject({ code: 'plan_damaged' });
  expect(writes).toEqual([]);
  expect(await applyOrganization(made, options)).toMatchObject({ done: 12, refused: [] });
});
