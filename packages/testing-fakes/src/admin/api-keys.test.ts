import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import { InferenceClient } from '@parlance/inference';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker, verifies } from '../testing/index.js';

function open() {
  const fake = createFake({ seed: 'demo', checkResponses: true });
  const options = { baseUrl: fake.url, http: fake.http(), retry: { maxRetries: 0 } };
  const admin = new AdminClient({ ...options, adminKey: fake.keys.admin });
  const headers = { 'x-api-key': fake.keys.admin };
  const ask = asker(fake, '');
  return {
    admin,
    compliance: new ComplianceClient({ ...options, complianceKey: fake.keys.compliance }),
    ask: (line: Parameters<typeof ask>[0], body?: unknown) => ask(line, body, { headers }),
    modelsOf: (workspaceId?: string) =>
      new InferenceClient({ ...options, apiKey: fake.keysOf('default', workspaceId).api }).models.list({
        limit: 1,
      }),
  };
}

test('a key has a creator and a scope, and never its secret', async () => {
  verifies('KEY-001', 'KEY-002');
  const { admin } = open();
  const workspace = await admin.workspaces.create({ name: 'Robotics' });
  const keys = [];
  for await (const key of admin.apiKeys.list({ limit: 1 })) keys.push(key);
  const [newest] = keys;
  expect(newest).toMatchObject({
    id: expect.stringMatching(/^apikey_/),
    created_by: { type: 'user', id: expect.any(String) },
    name: 'Workspace key',
    scope: { type: 'workspace', workspace_id: workspace.id },
    workspace_id: workspace.id,
  });
  expect(keys.map(({ created_at }) => created_at)).toEqual(
    keys
      .map(({ created_at }) => created_at)
      .toSorted()
      .toReversed(),
  );
  expect(JSON.stringify(keys)).not.toContain('"api-default"');
  expect(await admin.apiKeys.retrieve(String(newest?.id))).toEqual(newest);
});

test('lists filter by status, creator and workspace', async () => {
  verifies('KEY-003');
  const { admin, ask } = open();
  const { data } = await admin.apiKeys.list();
  const creator = String(data[0]?.created_by?.id);
  const count = async (params: object) => (await admin.apiKeys.list(params)).data.length;
  expect(await count({ created_by_user_id: creator })).toBe(data.length);
  expect(await count({ created_by_user_id: 'user_other' })).toBe(0);
  expect(await count({ status: 'inactive' })).toBe(0);
  await admin.apiKeys.update(String(data[0]?.id), { status: 'inactive' });
  expect(await count({ status: 'inactive' })).toBe(1);
  expect(await count({ workspace_id: 'wrkspc_other' })).toBe(0);
  expect(await ask('GET /v1/organizations/api_keys?status=lost')).toMatchObject({
    status: 400,
    rule: 'KEY-003',
  });
});

test('an update renames a key or changes its status, until it is archived', async () => {
  verifies('KEY-004', 'KEY-005', 'KEY-006');
  const { admin, ask } = open();
  const { data } = await admin.apiKeys.list();
  const id = String(data.find(({ name }) => name === 'Nightly reports')?.id);
  const line = `POST /v1/organizations/api_keys/${id}` as const;
  expect(await ask(line, { name: '' })).toMatchObject({ status: 400, rule: 'KEY-004' });
  expect(await ask(line, { name: 'n'.repeat(501) })).toMatchObject({ status: 400, rule: 'KEY-004' });
  expect(await ask(line, { status: 'expired' })).toMatchObject({ status: 400, rule: 'KEY-005' });
  expect((await ask(line, { name: 'Reports' })).json).toMatchObject({ name: 'Reports', status: 'active' });
  expect((await ask(line, { status: 'archived' })).json).toMatchObject({
    name: 'Reports',
    status: 'archived',
  });
  expect(await ask(line, { status: 'active' })).toMatchObject({ status: 400, rule: 'KEY-006' });
});

test('only active keys of active workspaces work', async () => {
  verifies('KEY-007');
  const { admin, modelsOf } = open();
  const { id } = await admin.workspaces.create({ name: 'Robotics' });
  const { data } = await admin.apiKeys.list({ workspace_id: id });
  const keyId = String(data[0]?.id);
  await modelsOf(id);
  await admin.apiKeys.update(keyId, { status: 'inactive' });
  await expect(modelsOf(id)).rejects.toMatchObject({ status: 401 });
  await modelsOf();
  await admin.apiKeys.update(keyId, { status: 'active' });
  await modelsOf(id);
  await admin.workspaces.archive(id);
  await expect(modelsOf(id)).rejects.toMatchObject({ status: 401 });
  expect((await admin.apiKeys.retrieve(keyId)).status).toBe('archived');
});

test('a disabled Compliance API rejects its keys and records nothing', async () => {
  verifies('SET-001', 'SET-002');
  const { admin, ask, compliance } = open();
  const line = '/v1/organizations/compliance_settings';
  expect(await ask(`POST ${line}`, { state: { type: 'paused' } })).toMatchObject({
    status: 400,
    rule: 'SET-001',
  });
  expect((await ask(`GET ${line}`)).json.state).toEqual({ type: 'enabled' });
  await admin.complianceSettings.update({ state: { type: 'disabled' } });
  await admin.invites.create({ email: 'unseen@example.com', role: 'user' });
  await expect(compliance.activities.list({ limit: 1 })).rejects.toMatchObject({ status: 403 });
  await admin.complianceSettings.update({ state: { type: 'enabled' } });
  await admin.invites.create({ email: 'seen@example.com', role: 'user' });
  const { data } = await compliance.activities.list({ activity_types: ['org_user_invite_sent'], limit: 1 });
  expect(data[0]).toMatchObject({ invited_email: 'seen@example.com' });
  const all = await compliance.activities.list({ limit: 5000 });
  expect(JSON.stringify(all.data)).not.toContain('unseen@example.com');
});
