import { BadRequestError, InvalidParamsError, NotFoundError } from '@parlance/core-transport';
import type { Chat } from '@parlance/schemas';
import { validator } from '@parlance/schemas/validation';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import { connect, userIdsOf, WAYS } from './testing/connect.js';

async function all(chats: AsyncIterable<Chat>): Promise<Chat[]> {
  const found: Chat[] = [];
  for await (const chat of chats) found.push(chat);
  return found;
}

describe.each(WAYS)('chats, %s', (way) => {
  test('have the documented fields', async () => {
    verifies(
      'CMP-010',
      'CMP-011',
      'CMP-012',
      'CMP-013',
      'CMP-014',
      'CMP-015',
      'CMP-016',
      'CMP-017',
      'CMP-018',
    );
    await using open = await connect(way);
    const { compliance } = open;
    const chats = await all(compliance.chats.listForUsers(await userIdsOf(compliance)));
    expect(chats).toHaveLength(160);
    const organization = (await compliance.organizations.list()).data[0];
    const time = expect.stringMatching(/^2026-0[45]-/);
    const orNull = (value: unknown, actual: unknown): unknown => (actual === null ? null : value);
    const model = expect.stringMatching(/^assistant-/);
    const project = expect.stringMatching(/^assistant_proj_/);
    for (const chat of chats) {
      expect(chat).toEqual({
        id: expect.stringMatching(/^assistant_chat_[0-9A-Za-z]{24}$/),
        created_at: time,
        deleted_at: orNull(time, chat.deleted_at),
        href: `https://assistant.example.com/chat/${chat.id.slice('assistant_chat_'.length)}`,
        model: orNull(model, chat.model),
        name: expect.stringMatching(/./),
        organization_id: expect.stringMatching(/^org_/),
        organization_uuid: organization?.uuid,
        project_id: orNull(project, chat.project_id),
        updated_at: time,
        user: { id: expect.stringMatching(/^user_/), email_address: expect.stringMatching(/@example\.com$/) },
      });
    }
    const states = (pick: (chat: Chat) => unknown): boolean[] => [
      ...new Set(chats.map((chat) => pick(chat) === null)),
    ];
    expect(states((chat) => chat.deleted_at).toSorted()).toEqual([false, true]);
    expect(states((chat) => chat.model).toSorted()).toEqual([false, true]);
    expect(states((chat) => chat.project_id).toSorted()).toEqual([false, true]);
  });

  test('are listed oldest first, ties by id, each once', async () => {
    verifies('CMP-020', 'CMP-025', 'CMP-030', 'CMP-034');
    await using open = await connect(way);
    const { compliance } = open;
    const user_ids = (await userIdsOf(compliance)).slice(0, 10);
    const first = await compliance.chats.list({ user_ids });
    expect(first.data).toHaveLength(100);
    expect(first.body).toEqual({
      data: first.data,
      first_id: expect.any(String),
      has_more: true,
      last_id: expect.any(String),
    });
    for (const limit of [1, 7, 1000]) {
      const walked = await all(compliance.chats.list({ user_ids, limit }));
      const ordered = walked.toSorted((a, b) =>
        a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
      );
      expect(walked.map((chat) => chat.id)).toEqual(ordered.map((chat) => chat.id));
      expect(new Set(walked.map((chat) => chat.id)).size).toBe(walked.length);
      expect(walked.slice(0, 100)).toEqual(first.data);
    }
    const times = first.data.map((chat) => chat.created_at);
    expect(times.some((time, index) => time === times[index + 1])).toBe(true);
  });

  test('are listed backward with before_id', async () => {
    verifies('CMP-026');
    await using open = await connect(way);
    const { compliance } = open;
    const user_ids = (await userIdsOf(compliance)).slice(0, 10);
    const forward = await all(compliance.chats.list({ user_ids, limit: 20 }));
    const end = await compliance.chats.list({ user_ids, limit: 1000 });
    const back: Chat[] = [];
    for await (const page of compliance.chats
      .list({ user_ids, limit: 20, before_id: end.body['last_id'] as string })
      .pages())
      back.unshift(...page.data);
    expect(back).toEqual(forward.slice(0, -1));
  });

  test('are deleted with their messages and files, and leave an activity', async () => {
    verifies('CMP-040', 'CMP-041', 'CMP-042', 'CMP-043', 'CMP-044');
    await using open = await connect(way);
    const { compliance } = open;
    const user_ids = (await userIdsOf(compliance)).slice(0, 10);
    const chats = await all(compliance.chats.list({ user_ids }));
    const named = (name: string): Chat => chats.find((chat) => chat.name === name) as Chat;
    const rich = named('Quarterly sales figures');
    const written = named('Onboarding checklist');
    const [{ chat_messages: sales }, { chat_messages: list }] = await Promise.all([
      compliance.chats.messages(rich.id),
      compliance.chats.messages(written.id),
    ]);
    const downloads = [
      () => compliance.files.download(sales[0]?.files?.[0]?.id ?? ''),
      () => compliance.generatedFiles.download(sales[1]?.generated_files?.[0]?.id ?? ''),
      () => compliance.artifacts.download(list[1]?.artifacts?.[0]?.version_id ?? ''),
    ];
    for (const download of downloads)
      expect((await (await download()).bytes()).byteLength).toBeGreaterThan(0);

    expect(await compliance.chats.delete(rich.id)).toEqual({ id: rich.id, type: 'assistant_chat_deleted' });
    expect(await compliance.chats.delete(written.id)).toEqual({
      id: written.id,
      type: 'assistant_chat_deleted',
    });
    for (const download of downloads) await expect(download()).rejects.toBeInstanceOf(NotFoundError);
    await expect(compliance.chats.messages(rich.id)).rejects.toBeInstanceOf(NotFoundError);
    await expect(compliance.chats.delete(rich.id)).rejects.toBeInstanceOf(NotFoundError);
    const left = await all(compliance.chats.list({ user_ids }));
    expect(left.map((chat) => chat.id)).toEqual(
      chats.map((chat) => chat.id).filter((id) => id !== rich.id && id !== written.id),
    );
    const { data } = await compliance.activities.list({
      activity_types: ['assistant_chat_deleted'],
      limit: 2,
    });
    expect(data).toMatchObject([
      { assistant_chat_id: written.id, actor: { type: 'api_actor' } },
      { assistant_chat_id: rich.id, assistant_project_id: rich.project_id },
    ]);
    const failed = await compliance.activities.list({
      activity_types: ['assistant_chat_deletion_failed'],
      limit: 1,
    });
    expect(failed.data).toMatchObject([{ assistant_chat_id: rich.id, actor: { type: 'api_actor' } }]);
  });
});

test('a list contains only chats of the requested users', async () => {
  verifies('CMP-023');
  await using open = await connect();
  const { compliance } = open;
  const ids = await userIdsOf(compliance);
  for (const user_ids of [ids.slice(3, 4), ids.slice(4, 7), ['user_none']]) {
    const chats = await all(compliance.chats.list({ user_ids }));
    expect(new Set(chats.map((chat) => chat.user.id)).size).toBe(
      user_ids[0] === 'user_none' ? 0 : user_ids.length,
    );
    expect(chats.every((chat) => user_ids.includes(chat.user.id))).toBe(true);
  }
  const one = await all(compliance.chats.list({ user_ids: ids.slice(3, 4) }));
  expect(one.length).toBeGreaterThan(100);
});

test.each([
  ['without users', '', 'user_ids', 'CMP-021'],
  [
    'with 11 users',
    Array.from({ length: 11 }, (_, i) => `user_ids[]=user_${i}`).join('&'),
    'user_ids',
    'CMP-022',
  ],
  ['with a limit of 0', 'user_ids[]=u&limit=0', 'limit', 'CMP-031'],
  ['with a limit of 1001', 'user_ids[]=u&limit=1001', 'limit', 'CMP-031'],
  ['with a limit in words', 'user_ids[]=u&limit=ten', 'limit', 'CMP-031'],
  ['with a date instead of a time', 'user_ids[]=u&created_at.gte=2026-04-01', 'created_at.gte', 'CMP-029'],
  [
    'with a time without offset',
    'user_ids[]=u&updated_at[lt]=2026-04-01T00:00:00',
    'updated_at.lt',
    'CMP-029',
  ],
  ['with both cursors', 'user_ids[]=u&after_id=a&before_id=b', 'before_id', 'GEN-016'],
  ['with an unknown cursor', 'user_ids[]=u&after_id=page_bm9uZQ', 'after_id', 'GEN-009'],
  [
    'with an unknown bound',
    'user_ids[]=u&created_at.since=2026-04-01T00:00:00Z',
    'created_at.since',
    'GEN-004',
  ],
])('a list %s is rejected and the error names the parameter', async (_, query, parameter, rule) => {
  verifies('CMP-021', 'CMP-022', 'CMP-029', 'CMP-031', 'GEN-016');
  await using open = await connect();
  const answer = await open.ask(`GET /v1/compliance/apps/chats?${query}`);
  expect(answer).toMatchObject({ status: 400, rule });
  expect(answer.json.error).toEqual({
    type: 'invalid_request_error',
    message: expect.stringMatching(new RegExp(`^${parameter.replaceAll('.', String.raw`\.`)}: `)),
  });
});

test('with validation on, invalid params are rejected before anything is sent', async () => {
  verifies('CMP-021', 'CMP-022', 'CMP-029', 'CMP-031', 'GEN-016');
  await using open = await connect('in process', {
    client: { validation: validator({ requests: 'throw' }) },
  });
  const { compliance, fake } = open;
  const user_ids = ['user_01'];
  const bad = [
    [{ user_ids: [] }, 'user_ids', 'CMP-022'],
    [{ user_ids: Array.from({ length: 11 }, (_, i) => `user_${i}`) }, 'user_ids', 'CMP-022'],
    [{ user_ids, limit: 1001 }, 'limit', 'CMP-031'],
    [{ user_ids, created_at: { gte: 'yesterday' } }, 'created_at.gte', 'CMP-029'],
    [{ user_ids, after_id: 'a', before_id: 'b' }, 'before_id', 'GEN-016'],
  ] as const;
  for (const [params, path, rule] of bad) {
    const error: unknown = await compliance.chats
      .list(params as never)
      .then(undefined, (reason: unknown) => reason);
    expect(InvalidParamsError.is(error) && error.issues).toMatchObject([{ path, rule }]);
  }
  expect(fake.journal()).toEqual([]);
});

test('ten users and a limit of 1000 are accepted, in every array notation', async () => {
  verifies('CMP-022', 'CMP-031');
  await using open = await connect();
  const ids = (await userIdsOf(open.compliance)).slice(0, 10);
  const spelled = await Promise.all(
    ['user_ids[]', 'user_ids', 'user_ids%5B%5D'].map((name) =>
      open.ask(`GET /v1/compliance/apps/chats?limit=1000&${ids.map((id) => `${name}=${id}`).join('&')}`),
    ),
  );
  expect(spelled.map((answer) => answer.json.data.length)).toEqual(
    [spelled[0]?.json.data.length, 146, 146].slice(0, 3),
  );
});

describe('time filters', () => {
  const bounds = ['gt', 'gte', 'lt', 'lte'] as const;
  test.each(['created_at', 'updated_at'] as const)(
    '%s has inclusive and exclusive bounds, dotted and bracketed',
    async (field) => {
      verifies('CMP-027', 'CMP-028');
      await using open = await connect();
      const { compliance } = open;
      const user_ids = (await userIdsOf(compliance)).slice(0, 10);
      const chats = await all(compliance.chats.list({ user_ids }));
      const moment = chats[40]?.[field] ?? '';
      const matches = {
        gt: (time: string) => time > moment,
        gte: (time: string) => time >= moment,
        lt: (time: string) => time < moment,
        lte: (time: string) => time <= moment,
      };
      for (const bound of bounds) {
        const expected = chats.filter((chat) => matches[bound](chat[field])).map((chat) => chat.id);
        const filtered = await all(compliance.chats.list({ user_ids, [field]: { [bound]: moment } }));
        expect(filtered.map((chat) => chat.id)).toEqual(expected);
        const users = user_ids.map((id) => `user_ids[]=${id}`).join('&');
        const bracketed = await open.ask(
          `GET /v1/compliance/apps/chats?${users}&limit=1000&${field}[${bound}]=${moment}`,
        );
        expect(bracketed.json.data.map((chat: Chat) => chat.id)).toEqual(expected);
      }
      expect(await all(compliance.chats.list({ user_ids, [field]: { gt: moment, lt: moment } }))).toEqual([]);
    },
  );

  test('accept offsets, leap seconds and fractions of any length', async () => {
    verifies('CMP-029');
    await using open = await connect();
    const { compliance } = open;
    const user_ids = (await userIdsOf(compliance)).slice(0, 10);
    const chats = await all(compliance.chats.list({ user_ids }));
    const moment = chats[40]?.created_at ?? '';
    const count = async (created_at: object): Promise<number> =>
      (await all(compliance.chats.list({ user_ids, created_at }))).length;
    const same = new Date(Date.parse(moment) + 7_200_000).toISOString().replace('Z', '+02:00');
    expect(await count({ gte: same })).toBe(await count({ gte: moment }));
    expect(await count({ gte: moment.toLowerCase() })).toBe(await count({ gte: moment }));
    for (const leap of ['2016-12-31T23:59:60Z', '2017-01-01t08:59:60.5+09:00']) {
      expect(await count({ gt: leap })).toBe(chats.length);
      expect(await count({ lte: leap })).toBe(0);
    }
    const between = moment.replace('Z', '5Z');
    expect(await count({ gte: between })).toBe(await count({ gt: moment }));
    expect(await count({ lt: between })).toBe(await count({ lte: moment }));
  });
});

test('filters by organization id or UUID, and by project id', async () => {
  verifies('CMP-032', 'CMP-033');
  await using open = await connect();
  const { compliance } = open;
  const user_ids = (await userIdsOf(compliance)).slice(0, 10);
  const chats = await all(compliance.chats.list({ user_ids }));
  const { organization_id, organization_uuid } = chats[0] as Chat;
  const count = async (filter: object): Promise<number> =>
    (await all(compliance.chats.list({ user_ids, ...filter }))).length;
  expect(await count({ organization_ids: [organization_id] })).toBe(chats.length);
  expect(await count({ organization_ids: ['org_none', organization_uuid] })).toBe(chats.length);
  expect(await count({ organization_ids: ['org_none'] })).toBe(0);
  const projects = (await compliance.projects.list()).data.map((project) => project.id);
  expect(projects).toHaveLength(3);
  for (const project of projects) {
    const expected = chats.filter((chat) => chat.project_id === project).length;
    expect(expected).toBeGreaterThan(0);
    expect(await count({ project_ids: [project] })).toBe(expected);
  }
  expect(await count({ project_ids: projects })).toBe(
    chats.filter((chat) => chat.project_id !== null).length,
  );
});

test('an empty list has no cursors', async () => {
  verifies('CMP-034');
  await using open = await connect();
  const { body } = await open.compliance.chats.list({ user_ids: ['user_none'] });
  expect(body).toEqual({ data: [], first_id: null, has_more: false, last_id: null });
});

test('deleting an unknown chat throws a NotFoundError with the request id', async () => {
  verifies('CMP-043');
  await using open = await connect();
  const error: unknown = await open.compliance.chats
    .delete('assistant_chat_none')
    .catch((reason: unknown) => reason);
  expect(NotFoundError.is(error)).toBe(true);
  expect(BadRequestError.is(error)).toBe(false);
  expect(error).toMatchObject({
    status: 404,
    type: 'not_found_error',
    requestId: expect.stringMatching(/^req_/),
  });
});
