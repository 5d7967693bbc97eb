import { NotFoundError } from '@parlance/core-transport';
import type { DirectoryUser, Project } from '@parlance/schemas';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import { connect, userIdsOf, WAYS } from './testing/connect.js';

describe.each(WAYS)('the directory, %s', (way) => {
  test('lists organizations, their users, and projects', async () => {
    verifies('CMP-024', 'CMP-035', 'CMP-073', 'GEN-023');
    await using open = await connect(way);
    const { compliance } = open;
    const organizations = await compliance.organizations.list();
    expect(organizations.body).toEqual({
      data: [
        {
          uuid: expect.stringMatching(
            /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
          ),
          name: 'Tagus & Vistula Trading',
          created_at: '2025-09-01T07:50:00.000Z',
        },
      ],
      has_more: false,
      next_page: null,
    });
    const { uuid } = organizations.data[0] ?? { uuid: '' };
    const users: DirectoryUser[] = [];
    for await (const user of compliance.organizations.listUsers(uuid, { limit: 5 })) users.push(user);
    expect(users).toHaveLength(14);
    expect(users[0]).toEqual({
      id: expect.stringMatching(/^user_/),
      full_name: 'Ines Moreau',
      email: 'ines.moreau@example.com',
      created_at: '2025-09-01T07:53:00.000Z',
    });
    expect(users.map((user) => user.created_at)).toEqual(users.map((user) => user.created_at).toSorted());
    const page = await compliance.organizations.listUsers(uuid, { limit: 5 });
    expect(page.body).toEqual({ data: users.slice(0, 5), has_more: true, next_page: expect.any(String) });

    const projects: Project[] = [];
    for await (const project of compliance.projects.list({ limit: 2 })) projects.push(project);
    expect(projects).toMatchObject([
      { name: 'Supplier review', is_private: false },
      { name: 'Payment service', is_private: false },
      { name: 'People and workplace', is_private: true },
    ]);
    expect((await compliance.projects.list({ limit: 100 })).body).toEqual({
      data: projects,
      has_more: false,
      next_page: null,
    });
  });
});

test('user ids of the directory match the owners of chats', async () => {
  verifies('CMP-024', 'CMP-035');
  await using open = await connect();
  const { compliance } = open;
  const ids = new Set(await userIdsOf(compliance));
  const owners = new Set<string>();
  for await (const chat of compliance.chats.listForUsers(ids)) owners.add(chat.user.id);
  expect([...owners].every((owner) => ids.has(owner))).toBe(true);
  expect(owners.size).toBe(ids.size);
});

test('filters projects by owner, organization and time', async () => {
  verifies('CMP-073', 'GEN-023');
  await using open = await connect();
  const { compliance } = open;
  const { data: all } = await compliance.projects.list();
  const [, second] = all as [Project, Project];
  const names = async (filter: object): Promise<string[]> =>
    (await compliance.projects.list(filter)).data.map((project) => project.name);
  expect(await names({ user_ids: [second.user.id] })).toEqual([second.name]);
  expect(await names({ organization_ids: [second.organization_id] })).toHaveLength(3);
  expect(await names({ organization_ids: ['org_none'] })).toEqual([]);
  expect(await names({ created_at: { gte: second.created_at } })).toEqual(
    all.slice(1).map((project) => project.name),
  );
});

test.each([
  ['GET /v1/compliance/organizations/none/users', 404, 'CMP-024'],
  ['GET /v1/compliance/organizations?page=x', 400, 'GEN-009'],
  ['GET /v1/compliance/apps/projects?limit=101', 400, 'GEN-005'],
  ['GET /v1/compliance/apps/projects?page=x', 400, 'GEN-009'],
  ['GET /v1/compliance/organizations?limit=5', 400, 'GEN-004'],
] as const)('%s fails with %i', async (line, status, rule) => {
  await using open = await connect();
  expect(await open.ask(line)).toMatchObject({ status, rule });
});

test('listing users of an unknown organization throws a NotFoundError', async () => {
  await using open = await connect();
  await expect(open.compliance.organizations.listUsers('none')).rejects.toBeInstanceOf(NotFoundError);
});
