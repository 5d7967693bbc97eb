import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import { describe, expect, test } from 'vitest';
import { createFake } from '../../fake/create-fake.js';
import type { Fake } from '../../fake/fake.js';
import type { ScenarioRecords } from './records.js';

const TYPES = ['assistant_chat_created', 'assistant_chat_deleted'] as const;

function complianceOf(fake: Fake): ComplianceClient {
  return new ComplianceClient({ baseUrl: fake.url, complianceKey: fake.keys.compliance, http: fake.http() });
}

function adminOf(fake: Fake): AdminClient {
  return new AdminClient({ baseUrl: fake.url, adminKey: fake.keys.admin, http: fake.http() });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

interface Page {
  readonly data: readonly { readonly id?: string; readonly assistant_chat_id: string }[];
  readonly has_more: boolean;
  readonly last_id: string;
}

/** Returns the chat ids of the activities, in the order in which the pages list them. */
async function pagesOf(fake: Fake, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | undefined;
  for (;;) {
    const url = new URL('/v1/compliance/activities', fake.url);
    for (const type of TYPES) url.searchParams.append('activity_types[]', type);
    url.searchParams.set('limit', String(limit));
    if (after !== undefined) url.searchParams.set('after_id', after);
    const response = await fake.fetch(url, { headers: { 'x-api-key': fake.keys.compliance } });
    const page = (await response.json()) as Page;
    pages.push(page.data.map((one) => one.assistant_chat_id));
    if (!page.has_more) return pages;
    after = page.last_id;
  }
}

const activity = (chat: string, created_at: string) => ({
  type: 'assistant_chat_created',
  assistant_chat_id: chat,
  assistant_project_id: null,
  created_at,
});

describe('records of a scenario', () => {
  test('are members, invites, chats with files, and activities', async () => {
    const fake = createFake({
      checkResponses: true,
      scenario: {
        records: {
          organizations: [{ name: 'Subsidiary' }],
          users: [
            { email: 'ada@example.com', name: 'Ada', role: 'developer' },
            { email: 'far@example.com', organization: 'Subsidiary' },
            { email: 'gone@example.com' },
          ],
          invites: [{ email: 'ben@example.com', role: 'developer' }, { email: 'cleo@example.com' }],
          accept_invites: ['ben@example.com'],
          chats: [
            {
              user: 'gone@example.com',
              name: 'Review',
              messages: [
                {
                  role: 'user',
                  text: 'Hi',
                  files: [{ id: 'assistant_file_1', filename: 'a.txt', text: 'alpha' }],
                },
                {
                  role: 'assistant',
                  text: 'Done',
                  artifacts: [
                    {
                      id: 'assistant_artifact_version_1',
                      filename: 'Report',
                      mime_type: 'text/markdown',
                      text: '# R',
                    },
                  ],
                  generated_files: [{ id: 'assistant_gen_file_1', filename: 'b.bin', base64: 'YQ==' }],
                },
              ],
            },
          ],
          activities: [{ ...activity('chat_1', '2026-05-31T10:00:00+02:00'), user: 'ada@example.com' }],
          remove: { users: ['gone@example.com'] },
        },
      },
    });
    const admin = adminOf(fake);
    const compliance = complianceOf(fake);
    const users = await all(admin.users.list());
    expect(users.map(({ email, role }) => `${email} ${role}`).toSorted()).toEqual([
      'ada@example.com developer',
      'admin@example.com admin',
      'ben@example.com developer',
    ]);
    const invites = await all(admin.invites.list());
    expect(invites.map(({ email, status }) => `${email} ${status}`).toSorted()).toEqual([
      'ben@example.com accepted',
      'cleo@example.com pending',
    ]);
    const organizations = await compliance.organizations.list();
    expect(organizations.data.map(({ name }) => name).toSorted()).toEqual([
      'Example Organization',
      'Subsidiary',
    ]);
    const [listed] = await all(compliance.activities.list({ activity_types: ['assistant_chat_created'] }));
    expect(listed).toMatchObject({
      created_at: '2026-05-31T08:00:00.000Z',
      assistant_chat_id: 'chat_1',
      actor: { type: 'user_actor', email_address: 'ada@example.com' },
    });
    const chat = fake.world().store.of<{ id: string }>({ name: 'chats' }).entries()[0]?.id ?? '';
    const { chat_messages } = await compliance.chats.messages(chat);
    expect(chat_messages).toMatchObject([
      { files: [{ id: 'assistant_file_1', filename: 'a.txt' }] },
      {
        artifacts: [{ version_id: 'assistant_artifact_version_1', title: 'Report' }],
        generated_files: [{ id: 'assistant_gen_file_1' }],
      },
    ]);
    const file = await fake.fetch(`${fake.url}/v1/compliance/apps/chats/files/assistant_file_1/content`, {
      headers: { 'x-api-key': fake.keys.compliance },
    });
    expect([file.status, await file.text()]).toEqual([200, 'alpha']);
  });

  test('change members and chats that exist', async () => {
    const fake = createFake();
    fake.applyScenario({ records: { users: [{ email: 'ada@example.com', id: 'user_1', role: 'user' }] } });
    const chat = { id: 'chat_1', user: 'user_1' };
    fake.applyScenario({ records: { chats: [{ ...chat, name: 'Old' }] } });
    fake.applyScenario({
      records: {
        users: [
          { email: 'ada@example.com', role: 'billing' },
          { email: 'new@example.com', id: 'user_2' },
        ],
        chats: [{ ...chat, user: 'user_2', name: 'New' }],
      },
    });
    const admin = adminOf(fake);
    expect(await admin.users.retrieve('user_1')).toMatchObject({ role: 'billing', email: 'ada@example.com' });
    const compliance = complianceOf(fake);
    expect(await all(compliance.chats.list({ user_ids: ['user_1'] }))).toEqual([]);
    expect(await all(compliance.chats.list({ user_ids: ['user_2'] }))).toMatchObject([{ name: 'New' }]);
    fake.applyScenario({ records: { remove: { chats: ['chat_1'] } } });
    expect(await all(compliance.chats.list({ user_ids: ['user_2'] }))).toEqual([]);
  });

  test('arrive late, twice and without an id while a list is read', async () => {
    const fake = createFake({
      scenario: {
        records: {
          activities: ['01', '02', '03', '04'].map((day) => ({
            ...activity(`day ${day}`, `2026-05-${day}T00:00:00Z`),
            id: `activity_${day}`,
          })),
        },
        changes: [
          {
            after: { operation: 'activities.list', calls: 1 },
            records: {
              activities: [
                // Older than the page that has been read: listed by one of the next.
                activity('late', '2026-05-02T12:00:00Z'),
                // Newer: missed by this walk.
                activity('missed', '2026-05-30T00:00:00Z'),
                { ...activity('doubled', '2026-05-01T00:00:00Z'), id: 'activity_01' },
                { ...activity('without id', '2026-04-30T00:00:00Z'), id: null },
              ],
            },
          },
          {
            after: { operation: 'activities.list', calls: 2 },
            records: { remove: { activities: ['activity_02'] } },
          },
        ],
      },
    });
    expect(await pagesOf(fake, 2)).toEqual([
      ['day 04', 'day 03'],
      ['late', 'day 02'],
      ['doubled', 'day 01'],
      ['without id'],
    ]);
    expect(fake.scenarioProblems()).toEqual([]);
    const { data } = (await (
      await fake.fetch(`${fake.url}/v1/compliance/activities?activity_types[]=assistant_chat_created`, {
        headers: { 'x-api-key': fake.keys.compliance },
      })
    ).json()) as Page;
    expect(data.map(({ id }) => id?.replace(/^activity_0000.*/, 'generated'))).toEqual([
      'generated',
      'activity_04',
      'activity_03',
      'generated',
      'activity_01',
      'activity_01',
      undefined,
    ]);
  });

  test('let a member leave while the members are listed', async () => {
    const fake = createFake();
    fake.applyScenario({
      records: { users: [{ email: 'a@example.com' }, { email: 'b@example.com' }] },
      changes: [{ after: { operation: 'users.list' }, records: { remove: { users: ['a@example.com'] } } }],
    });
    const emails = [];
    for await (const { email } of adminOf(fake).users.list({ limit: 1 })) emails.push(email);
    expect(emails).toEqual(['b@example.com', 'admin@example.com']);
  });

  test.each<[ScenarioRecords, string]>([
    [{ users: [{ email: 'x' }] }, 'scenario.records.users.0.email: must be an email address'],
    [
      { users: [{ email: 'a@example.com', organization: 'None' }] },
      'records.users.0.organization: must be the name of an organization',
    ],
    [{ chats: [{ user: 'nobody' }] }, 'records.chats.0.user: must be the id or email of a member'],
    [{ remove: { users: ['nobody'] } }, 'records.remove.users.0: must be the id or email of a member'],
    [{ accept_invites: ['nobody'] }, 'records.accept_invites.0: must be the id or email of a pending invite'],
    [{ remove: { chats: ['c'] } }, 'records.remove.chats.0: must be the id of a chat'],
    [{ remove: { activities: ['a'] } }, 'records.remove.activities.0: must be the id of an activity'],
    [
      {
        chats: [
          {
            user: 'a',
            messages: [{ role: 'user', text: '', files: [{ filename: 'a', text: '', base64: '' }] }],
          },
        ],
      },
      'messages.0.files.0.base64: cannot be combined with text',
    ],
  ])('are rejected when they are invalid: %j', (records, message) => {
    expect(() => createFake().applyScenario({ records })).toThrow(message);
  });

  test('of a change that cannot be applied are a problem of the scenario', async () => {
    const fake = createFake();
    fake.applyScenario({
      changes: [{ after: { operation: 'users.list' }, records: { remove: { users: ['nobody'] } } }],
    });
    await adminOf(fake).users.list();
    expect(fake.scenarioProblems()).toEqual([
      'changes.0 failed: records.remove.users.0: must be the id or email of a member',
    ]);
  });
});
