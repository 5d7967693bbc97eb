import { AuthenticationError, ConfigError, PermissionError } from '@parlance/core-transport';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import { ComplianceClient } from './compliance-client.js';
import { connect, userIdsOf, WAYS } from './testing/connect.js';

describe.each(WAYS)('keys, %s', (way) => {
  test('are sent as a bearer token, or in x-api-key when keyHeader says so', async () => {
    verifies('CMP-001', 'CMP-002');
    for (const keyHeader of ['authorization', 'x-api-key'] as const) {
      const seen: unknown[] = [];
      await using open = await connect(way, {
        client: {
          keyHeader,
          middleware: [
            (next) => (request) => {
              seen.push(request.headers[keyHeader]);
              return next(request);
            },
          ],
        },
      });
      const { data } = await open.compliance.organizations.list();
      expect(data).toHaveLength(1);
      const key = open.fake.keys.compliance;
      expect(seen).toEqual([keyHeader === 'authorization' ? `Bearer ${key}` : key]);
    }
  });

  test('of another kind and unknown keys are rejected', async () => {
    verifies('CMP-003');
    await using open = await connect(way);
    const { fake } = open;
    const using = (complianceKey: string): ComplianceClient =>
      new ComplianceClient({
        baseUrl: fake.url,
        complianceKey,
        ...(way === 'in process' && { http: fake.http() }),
      });
    await expect(using('sk-unknown').projects.list()).rejects.toBeInstanceOf(AuthenticationError);
    await expect(using(fake.keys.api).projects.list()).rejects.toBeInstanceOf(PermissionError);
    await expect(using(fake.keys.admin).projects.list()).rejects.toBeInstanceOf(PermissionError);
    const { data } = await using(fake.keys.admin).activities.list({ limit: 1 });
    expect(data).toHaveLength(1);
  });
});

test('a request without a key is rejected', async () => {
  verifies('CMP-003');
  await using open = await connect();
  const response = await open.fake.fetch(`${open.fake.url}/v1/compliance/activities`);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { type: 'authentication_error' } });
});

test('a key reads only its own organization', async () => {
  verifies('CMP-004');
  await using open = await connect();
  const { fake, compliance } = open;
  fake.fork('default', 'other');
  const other = new ComplianceClient({
    baseUrl: fake.url,
    complianceKey: fake.keysOf('other').compliance,
    http: fake.http(),
  });
  const user_ids = (await userIdsOf(compliance)).slice(0, 10);
  const { data, checkpoint } = await compliance.chats.list({ user_ids, limit: 1 });
  const id = data[0]?.id ?? '';
  await compliance.chats.delete(id);
  await expect(compliance.chats.messages(id)).rejects.toMatchObject({ status: 404 });
  expect((await other.chats.messages(id)).id).toBe(id);
  // The audit log of one key does not include requests of another, and cursors cannot be exchanged.
  const { data: logged } = await other.activities.list({
    activity_types: ['compliance_api_accessed'],
    limit: 1,
  });
  expect(logged).toMatchObject([{ url: `/v1/compliance/apps/chats/${id}/messages` }]);
  const { data: deleted } = await other.activities.list({ activity_types: ['assistant_chat_deleted'] });
  expect(
    deleted.map((activity) => activity.type === 'assistant_chat_deleted' && activity.assistant_chat_id),
  ).not.toContain(id);
  await expect(other.chats.list({ user_ids }, { resumeFrom: checkpoint ?? undefined })).rejects.toMatchObject(
    {
      code: 'invalid_request_error',
    },
  );
});

test('logs each compliance request as an activity, including rejected ones', async () => {
  verifies('CMP-005');
  await using open = await connect('in process', { seed: 'empty' });
  const { compliance, fake } = open;
  await compliance.organizations.list();
  await compliance.chats.delete('assistant_chat_none').catch(() => undefined);
  await open.ask('GET /v1/compliance/activities?limit=0');
  const { data } = await compliance.activities.list({ activity_types: ['compliance_api_accessed'] });
  expect(data).toMatchObject([
    { url: '/v1/compliance/activities?limit=0', request_method: 'GET', status_code: 400 },
    { url: '/v1/compliance/apps/chats/assistant_chat_none', request_method: 'DELETE', status_code: 404 },
    { url: '/v1/compliance/organizations', status_code: 200, request_body: null, organization_id: null },
  ]);
  const requestIds = fake.journal('default').map((entry) => entry.request_id);
  expect(data.map((activity) => activity.type === 'compliance_api_accessed' && activity.request_id)).toEqual(
    requestIds.slice(0, 3).toReversed(),
  );
  expect(data[0]?.actor).toMatchObject({ type: 'api_actor', user_agent: 'unknown' });
});

test('logs requests with an admin key with an admin key actor', async () => {
  verifies('CMP-005');
  await using open = await connect('in process', { seed: 'empty' });
  const { fake } = open;
  const path = '/v1/compliance/activities?limit=1';
  await fake.fetch(`${fake.url}${path}`, { headers: { 'x-api-key': fake.keys.admin } });
  const { data } = await open.compliance.activities.list();
  expect(data).toMatchObject([
    {
      url: path,
      actor: { type: 'admin_api_key_actor', admin_api_key_id: expect.stringMatching(/^apikey_/) },
      api_key_id: expect.stringMatching(/^apikey_/),
    },
  ]);
});

test('times are RFC 3339 and bodies are JSON, on paths under /v1/compliance/', async () => {
  verifies('CMP-006', 'CMP-008');
  await using open = await connect();
  for (const path of ['organizations', 'apps/projects', 'activities']) {
    const { status, json } = await open.ask(`GET /v1/compliance/${path}`);
    expect(status).toBe(200);
    for (const { created_at } of json.data)
      expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await open.ask(`GET /v1/${path}`)).status).toBe(404);
  }
});

test('a version header is optional but must be a date', async () => {
  verifies('CMP-008');
  await using open = await connect();
  const { fake } = open;
  const get = (version: Record<string, string>): Promise<Response> =>
    fake.fetch(`${fake.url}/v1/compliance/activities`, {
      headers: { authorization: `Bearer ${fake.keys.compliance}`, ...version },
    });
  expect((await get({})).status).toBe(200);
  expect((await get({ 'vendor-version': 'latest' })).status).toBe(400);
});

test('sends cursors back unchanged', async () => {
  verifies('CMP-007');
  await using open = await connect();
  const { compliance } = open;
  const user_ids = (await userIdsOf(compliance)).slice(0, 10);
  const first = await compliance.chats.list({ user_ids, limit: 3 });
  const checkpoint = JSON.parse(JSON.stringify(first.checkpoint)) as typeof first.checkpoint;
  expect(checkpoint).toEqual({
    operation: 'chats.list',
    filters: expect.stringMatching(/^[0-9a-f]{14}$/),
    parameter: 'after_id',
    cursor: first.body['last_id'],
  });
  const second = await compliance.chats.list({ user_ids, limit: 3 }, { resumeFrom: checkpoint ?? undefined });
  const both = await compliance.chats.list({ user_ids, limit: 6 });
  expect([...first.data, ...second.data]).toEqual(both.data);
});

test.each([
  [{ complianceKey: 'k', keyHeader: 'cookie' }, 'keyHeader'],
  [{ apiKey: 'k' }, 'apiKey'],
  [{ adminKey: 'k' }, 'adminKey'],
  [{ complianceKey: 7 }, 'complianceKey'],
  [{}, 'complianceKey'],
])('rejects the options %j and names %s', (options, option) => {
  const invalid = { baseUrl: 'https://example.com', ...options } as object;
  expect(() => new ComplianceClient(invalid)).toThrow(ConfigError);
  expect(() => new ComplianceClient(invalid)).toThrow(option);
});
