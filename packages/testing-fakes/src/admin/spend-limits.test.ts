import { AdminClient } from '@parlance/admin';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { activities } from '../organization/activity-records.js';
import { asker, verifies } from '../testing/index.js';

const LIMITS = '/v1/organizations/spend_limits';
const REQUESTS = '/v1/organizations/spend_limit_increase_requests';

async function open() {
  const fake = createFake({ checkResponses: true });
  fake.applyScenario({
    records: {
      users: [{ email: 'ada@example.com' }, { email: 'ben@example.com' }],
      spend_limit_requests: [
        { user: 'ada@example.com', id: 'spl_request_first' },
        { user: 'ben@example.com', id: 'spl_request_second', period: 'weekly' },
      ],
    },
  });
  const admin = new AdminClient({ baseUrl: fake.url, http: fake.http(), adminKey: fake.keys.admin });
  const plain = asker(fake, 'spend-limit-reads-2026-09-26');
  const ask = (line: Parameters<typeof plain>[0], body?: unknown) =>
    plain(line, body, { headers: { 'x-api-key': fake.keys.admin } });
  const idOf = async (email: string) => (await admin.users.list({ email })).data[0]?.id ?? '';
  const [ada, ben] = [await idOf('ada@example.com'), await idOf('ben@example.com')];
  return { fake, admin, ask, ada, ben };
}

test('a limit is set again in place, and the limit of the organization applies to members without one', async () => {
  verifies('SPL-007');
  const { fake, admin, ada, ben } = await open();
  const scope = { type: 'user', user_id: ada } as const;
  const first = await admin.spendLimits.set({ amount: '100', scope });
  fake.world().clock.advance(1000);
  const second = await admin.spendLimits.set({ amount: null, scope });
  expect(second).toMatchObject({ id: first.id, created_at: first.created_at, amount: null });
  expect(second.updated_at > first.updated_at).toBe(true);
  await admin.spendLimits.set({ amount: '900', scope: { type: 'organization' } });
  await admin.spendLimits.set({ amount: '50', period: 'daily', scope: { type: 'user', user_id: ben } });
  const rows = [];
  for await (const row of admin.spendLimits.listEffective({ user_ids: [ada, ben], limit: 1 })) rows.push(row);
  expect(rows.map(({ period, amount, source }) => [period, amount, source.type])).toEqual([
    ['daily', '50', 'user'],
    ['monthly', '900', 'organization'],
    ['monthly', null, 'user'],
  ]);
  await admin.spendLimits.delete(first.id);
  const [inherited] = (await admin.spendLimits.listEffective({ user_ids: [ada] })).data;
  expect(inherited).toMatchObject({ amount: '900', source: { type: 'organization' } });
});

test('lists filter by scope and workspace', async () => {
  const { admin, ada } = await open();
  const { id: workspace_id } = await admin.workspaces.create({ name: 'Lab' });
  await admin.spendLimits.set({ amount: '1', scope: { type: 'user', user_id: ada } });
  await admin.spendLimits.set({ amount: '2', scope: { type: 'workspace', workspace_id } });
  await admin.spendLimits.set({ amount: '3', scope: { type: 'organization' } });
  const amounts = async (params: Parameters<typeof admin.spendLimits.list>[0]) =>
    (await admin.spendLimits.list(params)).data.map(({ amount }) => amount);
  expect(await amounts({})).toEqual(['3', '2', '1']);
  expect(await amounts({ scope_type: ['user', 'organization'] })).toEqual(['3', '1']);
  expect(await amounts({ workspace_id })).toEqual(['2']);
});

test.for([
  ['SPL-001', { amount: '1.5', scope: { type: 'organization' } }],
  ['SPL-001', { amount: 5, scope: { type: 'organization' } }],
  ['SPL-001', { amount: '-1', scope: { type: 'organization' } }],
  ['SPL-002', { amount: '1', scope: { type: 'user', user_id: 'user_none' } }],
  ['SPL-002', { amount: '1', scope: { type: 'workspace', workspace_id: 'wrkspc_none' } }],
  ['SPL-002', { amount: '1', scope: { type: 'usage_tier' } }],
  ['SPL-003', { amount: '1', scope: { type: 'organization' }, period: 'daily' }],
  ['SPL-003', { amount: null, scope: { type: 'organization' } }],
] as const)('%s rejects %j', async ([rule, body]) => {
  verifies('SPL-001', 'SPL-002', 'SPL-003');
  const { ask } = await open();
  expect(await ask(`POST ${LIMITS}`, body)).toMatchObject({ status: 400, rule });
});

test.for([
  ['SPL-004', `${LIMITS}?scope_type[]=team`],
  ['SPL-004', `${LIMITS}/effective?period[]=yearly`],
  ['SPL-004', `${REQUESTS}?status[]=open`],
  ['SPL-005', `${LIMITS}/effective?${Array.from({ length: 101 }, () => 'user_ids[]=user_1').join('&')}`],
] as const)('%s rejects %s', async ([rule, line]) => {
  verifies('SPL-004', 'SPL-005');
  const { ask } = await open();
  expect(await ask(`GET ${line}`)).toMatchObject({ status: 400, rule });
});

test('a request is answered once, and its limit is that of the member', async () => {
  verifies('SPL-006');
  const { fake, admin, ask, ada, ben } = await open();
  const { increaseRequests } = admin.spendLimits;
  const pending = (await increaseRequests.list({ status: ['pending'] })).data;
  expect(pending.map(({ id }) => id)).toEqual(['spl_request_second', 'spl_request_first']);
  const approved = await increaseRequests.approve('spl_request_second', { amount: '800' });
  expect(approved).toMatchObject({
    status: 'approved',
    actor: { user_id: ben, email_address: 'ben@example.com' },
    resolved_by: { type: 'scoped_api_key_actor' },
    spend_limit: { amount: '800', period: 'weekly', scope: { type: 'user', user_id: ben } },
  });
  for (const end of ['approve', 'deny'])
    expect(await ask(`POST ${REQUESTS}/spl_request_second/${end}`, { amount: '1' })).toMatchObject({
      status: 400,
    });
  expect(await ask(`POST ${REQUESTS}/spl_request_second/deny`, {})).toMatchObject({ rule: 'SPL-006' });
  const denied = await increaseRequests.deny('spl_request_first');
  fake.world().clock.advance(1000);
  expect(await increaseRequests.deny('spl_request_first')).toEqual(denied);
  expect((await increaseRequests.list({ actor_ids: [ada] })).data).toEqual([denied]);
  await admin.users.delete(ada);
  expect((await increaseRequests.list({ actor_ids: [ada] })).data).toEqual([]);
  expect(await increaseRequests.retrieve('spl_request_first')).toMatchObject({
    actor: { deleted: true, email_address: null, user_id: ada },
  });
});

test('the audit log has the changes of limits', async () => {
  const { fake, admin, ada, ben } = await open();
  const scope = { type: 'user', user_id: ada } as const;
  const { id } = await admin.spendLimits.set({ amount: '100', scope });
  await admin.spendLimits.set({ amount: '200', scope });
  await admin.spendLimits.delete(id);
  await admin.spendLimits.increaseRequests.approve('spl_request_second', { amount: '800' });
  await admin.spendLimits.increaseRequests.deny('spl_request_first', { suppress_notification: true });
  const logged = fake
    .world()
    .store.of(activities)
    .entries()
    .map(({ record }) => record.details);
  const facts = { limit_type: 'member', is_enabled: true, spend_limit_id: id };
  expect(logged.filter(({ type }) => type.startsWith('extra_usage_'))).toMatchObject([
    { type: 'extra_usage_spend_limit_created', amount: 100, ...facts, actor: { type: 'api_actor' } },
    { type: 'extra_usage_spend_limit_updated', amount: 200, ...facts },
    { type: 'extra_usage_spend_limit_deleted', spend_limit_id: id },
    {
      type: 'extra_usage_spend_limit_increase_request_approved',
      amount: 800,
      requester_user_id: ben,
      spend_limit_increase_request_id: 'spl_request_second',
    },
    { type: 'extra_usage_spend_limit_increase_request_denied', requester_user_id: ada },
  ]);
});

test('a snapshot has limits and requests', async () => {
  const { fake, admin } = await open();
  await admin.spendLimits.set({ amount: '3', scope: { type: 'organization' } });
  fake.restore(JSON.parse(JSON.stringify(fake.snapshot())), 'copy');
  const copy = new AdminClient({
    baseUrl: fake.url,
    http: fake.http(),
    adminKey: fake.keysOf('copy').admin,
  });
  expect((await copy.spendLimits.list()).data).toMatchObject([{ amount: '3' }]);
  expect((await copy.spendLimits.increaseRequests.list()).data.length).toBe(2);
});
