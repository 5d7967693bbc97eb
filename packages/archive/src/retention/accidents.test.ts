/** What people type where an id is required, and other accidents with holds and rules: none of them protects nobody in silence. */
// cspell:ignore ABCDEG falcno
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '@parlance/core-transport';
import { openStore, type Store } from '@parlance/durable';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openArchive,
  openHolds,
  planRetention,
  type Archive,
  type Hold,
  type Holds,
  type HoldScope,
  type RetentionPlan,
  type RetentionRule,
} from '../index.js';
import { createRecord } from '../certificates/digest.js';
import { chatRecord, messageRecord, SAMPLE_ORGANIZATION } from '../testing/sample-records.js';
import { withSnapshots } from '../testing/with-snapshots.js';
import { writeArchive } from '../testing/write-archive.js';

const why = { by: 'ines@example.com', reason: 'matter 12' };
const LENA = 'user_01ABCDEF';
const OMAR = 'user_0225A17C';
const FALCON = 'assistant_proj_01FALCON';
const CAFE = 'assistant_proj_01CAFE';
const created_at = '2026-01-01T00:00:00Z';
const organization_uuid = SAMPLE_ORGANIZATION;

const user = (id: string, full_name: string, email: string) =>
  createRecord('user', id, { id, full_name, email, created_at, organization_uuid });

const project = (id: string, name: string) =>
  createRecord('project', id, {
    id,
    name,
    created_at,
    updated_at: created_at,
    organization_id: 'org_1',
    user: { id: LENA, email_address: 'lena@example.com' },
    is_private: false,
  });

/**
 * Lena has a chat in a project and a second account without chats, Omar has another address now, and a person left before the first export. Two
 * people share an address, and their names differ in case and Unicode form, as do the names of two projects.
 */
const UNITS = [
  {
    name: 'directory',
    records: [
      createRecord('organization', organization_uuid, { uuid: organization_uuid, name: 'A', created_at }),
      user(LENA, 'Lena Berg', 'lena@example.com'),
      user('user_0338B29D', 'Lena Berg', 'lena.berg@example.com'),
      user(OMAR, 'Omar Haddad', 'omar.h@example.com'),
      user('user_0551E40A', 'Caf\u00e9', 'desk@example.com'),
      user('user_0662F51B', 'CAFE\u0301', 'Desk@Example.com'),
      project(FALCON, 'Falcon'),
      project(CAFE, 'Caf\u00e9'),
      project('assistant_proj_01ATLAS', 'Atlas'),
      project('assistant_proj_02ATLAS', 'ATLAS '),
    ],
  },
  { name: 'directory', revision: 1, records: [user(OMAR, 'Omar Haddad', 'omar@example.com')] },
  {
    name: 'activities/2026-04-01T00-00-00-000Z',
    records: [
      createRecord('activity', 'activity_9', {
        id: 'activity_9',
        type: 'assistant_chat_created',
        created_at: '2026-04-01T12:00:00Z',
        actor: {
          type: 'user_actor',
          user_id: 'user_0994C61E',
          email_address: 'gone@example.com',
          ip_address: '192.0.2.1',
          user_agent: 'test',
        },
      }),
    ],
  },
  {
    name: 'chats/000001',
    records: [
      createRecord('chat', 'assistant_chat_1', {
        ...chatRecord(1, { user: '01ABCDEF' }).body,
        project_id: FALCON,
      }),
      messageRecord(1, 1, { user: '01ABCDEF' }),
      chatRecord(2, { user: '0447D83F' }),
      messageRecord(2, 1, { user: '0447D83F' }),
    ],
  },
];

let dir: string;
let archive: Archive;
let store: Store;
let holds: Holds;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'parlance-archive-'));
  await writeArchive({ dir: path.join(dir, 'archive'), units: withSnapshots(UNITS) });
  archive = await openArchive(path.join(dir, 'archive'));
  store = await openStore(`sqlite:${path.join(dir, 'store.db')}`);
  holds = await openHolds(store, archive);
});

afterAll(async () => {
  await store.close();
  await rm(dir, { recursive: true, force: true });
});

const keep = (rule: Partial<RetentionRule>): readonly RetentionRule[] => [
  { name: 'keep', keepDays: 'forever', ...rule },
  { name: 'rest', keepDays: 1 },
];

const planFor = (rules: readonly RetentionRule[]): Promise<RetentionPlan> =>
  planRetention({ archive, holds, rules, approvers: 'none', file: path.join(dir, 'plan.ndjson') });

/** What was typed, and the object that it is. */
const FOUND: readonly [HoldScope, string][] = [
  [{ user: LENA }, LENA],
  [{ user: 'lena@example.com' }, LENA],
  [{ user: 'LENA@EXAMPLE.COM' }, LENA],
  [{ user: ' lena@example.com\n' }, LENA],
  [{ user: '\uff4cena@example.com' }, LENA],
  [{ user: 'omar haddad' }, OMAR],
  [{ user: 'Omar\u200b  Haddad' }, OMAR],
  [{ user: 'omar.h@example.com' }, OMAR],
  [{ user: 'gone@example.com' }, 'user_0994C61E'],
  [{ user: 'user0447D83F@example.com' }, 'user_0447D83F'],
  [{ project: 'Falcon' }, FALCON],
  [{ project: 'FALCON' }, FALCON],
  [{ project: 'Cafe\u0301' }, CAFE],
  [{ project: 'CAF\u00c9' }, CAFE],
  [{ chat: 'Chat 1' }, 'assistant_chat_1'],
  [{ chat: 'https://example.com/chat/1' }, 'assistant_chat_1'],
];

test.each(FOUND)('%j is found, as a hold and in a rule', async (scope, id) => {
  const [[kind, typed] = ['', '']] = Object.entries(scope);
  const hold = await holds.add({ ...scope, ...why });
  const record = expect.stringMatching(/^[\da-f]{64}$/) as string;
  const reference = { kind, typed, id, record };
  expect(hold).toMatchObject({ scope: { [kind]: id }, reference });
  expect(await holds.list()).toMatchObject([
    { reference, effect: { matches: hold.matches, samples: hold.samples } },
  ]);
  await holds.release(hold.id, why);
  if (kind === 'chat') return;
  const plan = await planFor(keep({ [`${kind}s`]: [typed], mayBeEmpty: true }));
  expect(plan).toMatchObject({
    resolved: [{ ...reference, rule: 'keep' }],
    rules: [{ [`${kind}s`]: [id] }, { name: 'rest' }],
    counts: { kept_by_rule: hold.matches },
  });
});

/** What was typed, and what the message says about it. */
const REFUSED: readonly [HoldScope, string][] = [
  [{ user: ` ${LENA}` }, `The nearest is the user ${LENA} ("lena@example.com", "Lena Berg").`],
  [{ user: `${LENA}\n` }, LENA],
  [{ user: LENA.toLowerCase() }, LENA],
  [{ user: 'user_01ABCDEG' }, LENA],
  [{ user: 'user_01ABCDFE' }, LENA],
  [{ user: 'user_01ABCDE' }, LENA],
  [{ user: `${LENA}F` }, LENA],
  [{ user: `"${LENA}"` }, LENA],
  [{ user: `<lena@example.com>` }, LENA],
  [{ user: 'lena@example.co' }, LENA],
  [{ user: 'user_\u200b01ABCDEF' }, LENA],
  [{ user: 'user_\uff101ABCDEF' }, LENA],
  [{ user: 'us\u0435r_01ABCDEF' }, LENA],
  [{ user: 'Lena Berg' }, `or the user user_0338B29D ("lena.berg@example.com", "Lena Berg"). Use the id.`],
  [
    { user: 'LENA\u00a0BERG' },
    `can be the user ${LENA} ("lena@example.com", "Lena Berg") or the user user_0338B29D`,
  ],
  [{ user: 'desk@example.com' }, 'can be the user user_0551E40A'],
  [{ user: 'Caf\u00e9' }, 'can be the user user_0551E40A'],
  [{ project: 'Atlas' }, 'can be the project assistant_proj_01ATLAS ("Atlas") or the project'],
  [{ project: 'atlas' }, 'can be the project assistant_proj_01ATLAS ("Atlas") or the project'],
  [{ user: 'haddad' }, OMAR],
  [{ user: `${LENA},${OMAR}` }, 'Nothing in it is similar.'],
  [{ user: 'mailto:lena@example.com' }, 'Nothing in it is similar.'],
  [{ user: '*' }, 'Nothing in it is similar.'],
  [{ user: 'everybody' }, 'Nothing in it is similar.'],
  [{ user: 'undefined' }, 'Nothing in it is similar.'],
  [{ user: 'constructor' }, 'Nothing in it is similar.'],
  [{ user: '\u200b' }, 'Nothing in it is similar.'],
  [{ user: 'x'.repeat(10_000) }, 'Nothing in it is similar.'],
  [{ user: FALCON }, `The nearest is the project ${FALCON}`],
  [{ project: 'assistant_proj_01FALCNO' }, FALCON],
  [{ project: LENA }, `The nearest is the user ${LENA}`],
  [{ chat: 'nonsense' }, 'Nothing in it is similar.'],
  [{ chat: 'assistant_chat_22' }, 'the chat assistant_chat_2'],
  [{ chat: 'assistant_chat_msg_1_1' }, 'Nothing in it is similar.'],
];

test.each(REFUSED)('%j is refused, as a hold and in a rule that may be empty', async (scope, hint) => {
  const [[kind, typed] = ['', '']] = Object.entries(scope);
  const added = holds.add({ ...scope, ...why });
  await expect(added).rejects.toBeInstanceOf(ConfigError);
  await expect(added).rejects.toThrow(`${kind} must be the id`);
  await expect(added).rejects.toThrow(hint);
  expect(await holds.list()).toEqual([]);
  if (kind === 'chat') return;
  const planned = planFor(keep({ [`${kind}s`]: [typed], mayBeEmpty: true }));
  await expect(planned).rejects.toThrow(`rules.0.${kind}s.0 must be the id`);
  await expect(planned).rejects.toThrow(hint);
});

test.each<[HoldScope, number]>([
  [{ user: LENA }, 1],
  [{ user: 'user_0447D83F' }, 1],
  [{ project: FALCON }, 1],
  [{ chat: 'assistant_chat_2' }, 1],
  [{ text: 'message 1 of' }, 2],
])('a hold on %j says how many chats it matches, and the plan keeps them', async (scope, matches) => {
  const hold = await holds.add({ ...scope, ...why });
  expect(hold).toMatchObject({ scope, matches, matchesNothingYetBy: null });
  const plan = await planFor([{ name: 'rest', keepDays: 1 }]);
  expect(plan).toMatchObject({
    by_hold: { [hold.id]: { matches, kept: matches } },
    warnings: [],
    counts: { held: matches, to_delete: 2 - matches },
  });
  await holds.release(hold.id, why);
});

test.each(['user_0994C61E', OMAR, 'user_0338B29D'])(
  'no plan is made while the hold on %s, who has no chats, was not stated to match nothing',
  async (id) => {
    const silent = await holds.add({ user: id, ...why });
    expect(silent.matches).toBe(0);
    const planned = planFor([{ name: 'rest', keepDays: 1 }]);
    await expect(planned).rejects.toMatchObject({ code: 'hold_matches_nothing' });
    await expect(planned).rejects.toThrow(
      `The hold ${silent.id} on the user "${id}" matches no archived chat.`,
    );
    expect((await readdir(dir)).filter((name) => name.startsWith('plan.ndjson.'))).toEqual([]);
    await holds.release(silent.id, why);

    const stated = await holds.add({ user: id, matchesNothingYet: true, ...why });
    expect(stated.matchesNothingYetBy).toBe(why.by);
    expect((await planFor([{ name: 'rest', keepDays: 1 }])).warnings).toEqual([
      {
        hold: stated.id,
        message: `The hold ${stated.id} on a user matches no archived chat, as ines@example.com has stated.`,
      },
    ]);
    await holds.release(stated.id, why);
  },
);

test.each<HoldScope>([
  { user: 'user_99JOINS' },
  { project: 'assistant_proj_99NEXT' },
  { chat: 'assistant_chat_99' },
])('somebody states that %j matches nothing yet', async (scope) => {
  const { id } = await holds.add({ ...scope, matchesNothingYet: true, ...why });
  expect(await holds.list()).toMatchObject([{ id, matchesNothingYetBy: why.by }]);
  await holds.release(id, why);
});

test.each<HoldScope>([
  { user: 'new@example.com' },
  { user: 'New Person' },
  { user: 'assistant_chat_1' },
  { project: 'No name' },
  { project: 'user_99JOINS' },
  { chat: 'nonsense' },
  { chat: 'assistant_chat_msg_1_1' },
])('nobody can state that %j, which is not an id, matches nothing yet', async (scope) => {
  const added = holds.add({ ...scope, matchesNothingYet: true, ...why });
  await expect(added).rejects.toThrow('the archive does not know');
});

test('a hold on a text that matches nothing is a warning in the plan', async () => {
  const { id, matches } = await holds.add({ text: 'falcno', ...why });
  expect(matches).toBe(0);
  expect(await planFor([{ name: 'rest', keepDays: 1 }])).toMatchObject({
    by_hold: { [id]: { matches: 0, kept: 0 } },
    warnings: [{ hold: id, message: `The hold ${id} on a text matches no archived chat.` }],
  });
  await holds.release(id, why);
});

test('a hold on a name that an earlier release accepted refuses the plan', async () => {
  const { id } = await holds.add({ user: OMAR, ...why });
  const tables = store.tables<{ archive_holds: { id: string; value: string } }>({
    name: 'raw',
    migrations: {},
  });
  await tables.updateTable('archive_holds').set({ value: 'lena@example.com' }).where('id', '=', id).execute();
  const planned = planFor([{ name: 'rest', keepDays: 1 }]);
  await expect(planned).rejects.toMatchObject({ code: 'hold_matches_nothing' });
  await expect(planned).rejects.toThrow(LENA);
  expect(await holds.check()).toMatchObject([{ id, problem: `it is not on an id. The id is ${LENA}` }]);
  await holds.release(id, why);
});

test('all holds are checked in one pass: what they match, and which protect nobody', async () => {
  const scopes = [{ user: LENA }, { text: 'message 1 of' }, { text: 'falcno' }, { user: OMAR }];
  const added: Hold[] = [];
  for (const scope of scopes) added.push(await holds.add({ ...scope, ...why }));
  added.push(await holds.add({ user: 'user_99JOINS', matchesNothingYet: true, ...why }));
  await holds.release(added[0]?.id ?? '', why);
  const email = 'user01ABCDEF@example.com';
  const sample = { chat: 'assistant_chat_1', title: 'Chat 1', user: LENA, email };
  const checked = new Map((await holds.check({ released: true })).map((hold) => [hold.id, hold]));
  expect(added.map(({ id }) => [checked.get(id)?.matches, checked.get(id)?.problem])).toEqual([
    [1, null],
    [2, null],
    [0, null],
    [0, 'it matches no archived chat'],
    [0, null],
  ]);
  expect(checked.get(added[0]?.id ?? '')?.samples).toEqual([sample]);
  expect(await holds.check()).toHaveLength(4);
  for (const { id } of await holds.list()) await holds.release(id, why);
});

test.each<[string, Partial<RetentionRule>, string]>([
  ['a person without chats', { users: [OMAR] }, 'rules.0.users.0'],
  ['a second account without chats', { users: [LENA, 'user_0338B29D'] }, 'rules.0.users.1'],
  ['chats without a project of somebody who has none', { users: [LENA], projects: [null] }, 'rules.0'],
  ['a project in which somebody has no chats', { users: ['user_0447D83F'], projects: [FALCON] }, 'rules.0'],
])('no plan is made with a rule for %s', async (_name, rule, place) => {
  const planned = planFor(keep(rule));
  await expect(planned).rejects.toMatchObject({ code: 'rule_matches_nothing' });
  await expect(planned).rejects.toThrow(`${place} matches no archived chat.`);
  expect((await planFor(keep({ ...rule, mayBeEmpty: true }))).counts.archived).toBe(2);
});

test.each<[string, readonly RetentionRule[], string]>([
  [
    'behind one for all chats',
    [
      { name: 'rest', keepDays: 1 },
      { name: 'keep', users: [LENA], keepDays: 'forever' },
    ],
    'rules.1 is never applied: rules.0 decides about all chats',
  ],
  [
    'behind one for a project that has all of its chats',
    [
      { name: 'falcon', projects: [FALCON], keepDays: 1 },
      { name: 'keep', users: [LENA], keepDays: 'forever' },
    ],
    'rules.1.users.0 applies to no archived chat, because earlier rules decide about all that it matches',
  ],
])('no plan is made with a rule that keeps somebody %s', async (_name, rules, message) => {
  await expect(planFor(rules)).rejects.toThrow(message);
  const last = rules.map((rule, index) => ({ ...rule, mayBeEmpty: index === 1 }));
  expect((await planFor(last)).counts.to_delete).toBeGreaterThan(0);
});

test('a rule for people and projects that match keeps their chats', async () => {
  const plan = await planFor(keep({ users: [LENA], projects: [FALCON] }));
  expect(plan.counts).toMatchObject({ kept_by_rule: 1, to_delete: 1 });
});

test.each([{ users: [] }, { projects: [] }, { users: [''] }, { users: ['a', 1] }, { mayBeEmpty: 'yes' }])(
  'a rule with %j is refused',
  async (rule) => {
    await expect(planFor(keep(rule as object))).rejects.toBeInstanceOf(ConfigError);
  },
);
