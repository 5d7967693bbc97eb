import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { type SessionCredential } from './run/session-scenario.js';
import { asker, verifies } from '../testing/index.js';

const oauth = {
  type: 'mcp_oauth',
  mcp_server_url: 'https://mcp.example/sse',
  access_token: 'secret-access',
  expires_at: '2026-07-01T00:00:00Z',
  refresh: {
    client_id: 'client',
    refresh_token: 'secret-refresh',
    token_endpoint: 'https://auth.example/token',
    token_endpoint_auth: { type: 'client_secret_post', client_secret: 'secret-client' },
    scope: 'read',
  },
};
const bearer = { type: 'static_bearer', mcp_server_url: 'https://other.example', token: 'secret-token' };

async function start() {
  const fake = createFake({ checkResponses: true });
  const ask = asker(fake, 'managed-agents-2026-04-01');
  const vault = (await ask('POST /v1/vaults', { display_name: 'a' })).json.id as string;
  return { fake, ask, vault, path: `/v1/vaults/${vault}/credentials` as const };
}

describe('credentials', () => {
  test('never return their secrets in any response', async () => {
    const { ask, path, fake } = await start();
    const created = await ask(`POST ${path}`, { auth: oauth, display_name: 'Tracker' });
    expect(created.json).toMatchObject({
      id: expect.stringMatching(/^vcrd_/),
      display_name: 'Tracker',
      auth: {
        type: 'mcp_oauth',
        mcp_server_url: 'https://mcp.example/sse',
        refresh: { client_id: 'client', token_endpoint_auth: { type: 'client_secret_post' }, scope: 'read' },
      },
    });
    const { id } = created.json;
    const answers = [
      created,
      await ask(`GET ${path}/${id}`),
      await ask(`GET ${path}`),
      await ask(`POST ${path}/${id}`, { auth: { type: 'mcp_oauth', access_token: 'secret-new' } }),
      await ask(`POST ${path}/${id}/mcp_oauth_validate`),
      await ask(`POST ${path}/${id}/archive`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.json)).not.toContain('secret-');
    }
    await ask(`POST ${path}`, { auth: bearer });
    await ask(`POST ${path}`, { auth: { ...oauth, mcp_server_url: 'https://third.example' } });
    for (const kept of [fake.snapshot(), fake.saveRun(), fake.journal()])
      expect(JSON.stringify(kept)).not.toContain('secret-');
  });

  test('return null for omitted fields', async () => {
    const { ask, path } = await start();
    const { type, mcp_server_url, access_token, refresh } = oauth;
    const plain = { type, mcp_server_url, access_token };
    expect((await ask(`POST ${path}`, { auth: plain })).json).toMatchObject({
      display_name: null,
      auth: { type, mcp_server_url, expires_at: null, refresh: null },
    });
    const { scope: _, ...noScope } = refresh;
    const other = { ...plain, mcp_server_url: 'https://b.example', refresh: noScope };
    expect((await ask(`POST ${path}`, { auth: other })).json.auth.refresh).toMatchObject({
      resource: null,
      scope: null,
    });
  });

  test('accept a new secret, expiry or scope, each as a change', async () => {
    const { ask, path } = await start();
    const { json } = await ask(`POST ${path}`, { auth: oauth });
    const change = async (auth: object) =>
      (await ask(`POST ${path}/${json.id}`, { auth: { type: 'mcp_oauth', ...auth } })).json;
    const first = await change({ access_token: 'secret-access' });
    expect(Date.parse(first.updated_at)).toBeGreaterThan(Date.parse(json.updated_at));
    expect((await change({ expires_at: null })).auth.expires_at).toBeNull();
    expect((await change({ refresh: { scope: 'write' } })).auth.refresh.scope).toBe('write');
    const basic = { type: 'client_secret_basic', client_secret: 'secret-2' };
    expect((await change({ refresh: { token_endpoint_auth: basic } })).auth.refresh).toMatchObject({
      client_id: 'client',
      token_endpoint_auth: { type: 'client_secret_basic' },
    });
    const { error } = await change({ refresh: { token_endpoint_auth: { type: 'client_secret_post' } } });
    expect(error.message).toMatch(/^auth\.refresh\.token_endpoint_auth\.client_secret:/);
  });

  test('allow one active credential per server until it is archived', async () => {
    const { ask, path } = await start();
    const { json } = await ask(`POST ${path}`, { auth: bearer });
    expect(await ask(`POST ${path}`, { auth: bearer })).toMatchObject({ status: 409 });
    await ask(`POST ${path}/${json.id}/archive`);
    expect(await ask(`POST ${path}`, { auth: bearer })).toMatchObject({ status: 200 });
    expect((await ask(`GET ${path}`)).json.data).toHaveLength(1);
    expect((await ask(`GET ${path}?include_archived=true`)).json.data).toHaveLength(2);
    expect(await ask(`POST ${path}/${json.id}`, { display_name: 'b' })).toMatchObject({ status: 409 });
  });

  test('are limited to 20 per vault', async () => {
    const { ask, path } = await start();
    for (let index = 0; index < 20; index++)
      await ask(`POST ${path}`, { auth: { ...bearer, mcp_server_url: `https://${index}.example` } });
    expect(await ask(`POST ${path}`, { auth: bearer })).toMatchObject({ status: 400 });
  });

  test('cannot change their type or server', async () => {
    const { ask, path } = await start();
    const { json } = await ask(`POST ${path}`, { auth: bearer });
    const item = `POST ${path}/${json.id}` as const;
    expect(await ask(item, { auth: { type: 'mcp_oauth', access_token: 'x' } })).toMatchObject({
      status: 400,
    });
    const moved = { type: 'static_bearer', mcp_server_url: 'https://new.example' };
    expect(await ask(item, { auth: moved })).toMatchObject({ status: 400, rule: 'GEN-004' });
    expect(await ask(`${item}/mcp_oauth_validate`)).toMatchObject({ status: 400 });
    expect((await ask(`DELETE ${path}/${json.id}`)).json).toEqual({
      id: json.id,
      type: 'vault_credential_deleted',
    });
    expect(await ask(`DELETE ${path}/${json.id}`)).toMatchObject({ status: 404 });
  });

  test('cannot be created in an archived vault', async () => {
    const { ask, path, vault } = await start();
    await ask(`POST /v1/vaults/${vault}/archive`);
    verifies('VLT-006');
    expect(await ask(`POST ${path}`, { auth: bearer })).toMatchObject({ status: 409, rule: 'VLT-006' });
  });
});

describe('credential validation', () => {
  const { refresh: _, ...noRefresh } = oauth;
  const fresh = { ...oauth, expires_at: '2030-01-01T00:00:00Z' };
  const expired = { ...oauth, expires_at: '2026-01-01T00:00:00Z' };
  const response = (status_code: number) => ({
    body: '',
    body_truncated: false,
    content_type: 'application/json',
    status_code,
  });
  const cases: [string, object, SessionCredential | undefined, object][] = [
    [
      'returns unknown for a server without staged responses',
      fresh,
      undefined,
      { status: 'unknown', mcp_probe: null, refresh: null },
    ],
    [
      'returns valid for a token that the server accepts',
      fresh,
      { probe: {} },
      { status: 'valid', mcp_probe: { method: 'initialize', http_response: response(200) }, refresh: null },
    ],
    [
      'returns unknown when the server is unreachable',
      fresh,
      { probe: { fails: 'connection' } },
      { status: 'unknown', mcp_probe: { http_response: null }, refresh: null },
    ],
    [
      'returns unknown when the server fails',
      fresh,
      { probe: { status_code: 503 } },
      { status: 'unknown', refresh: null },
    ],
    [
      'refreshes a token that the server rejects',
      fresh,
      { probe: { status_code: 401 }, refresh: {} },
      { status: 'valid', refresh: { status: 'succeeded', http_response: response(200) } },
    ],
    [
      'returns invalid when the refresh fails',
      fresh,
      { probe: { status_code: 401 }, refresh: { status_code: 400 } },
      { status: 'invalid', refresh: { status: 'failed', http_response: response(400) } },
    ],
    [
      'returns invalid for a rejected token without a refresh token',
      { ...noRefresh, expires_at: null },
      { probe: { status_code: 403 } },
      {
        status: 'invalid',
        has_refresh_token: false,
        refresh: { status: 'no_refresh_token', http_response: null },
      },
    ],
    [
      'returns unknown when the token endpoint is unreachable',
      fresh,
      { probe: { status_code: 401 }, refresh: { fails: 'connection' } },
      { status: 'unknown', refresh: { status: 'connect_error', http_response: null } },
    ],
    [
      'refreshes an expired token',
      expired,
      { refresh: {} },
      { status: 'valid', has_refresh_token: true, mcp_probe: null, refresh: { status: 'succeeded' } },
    ],
    [
      'returns invalid for an expired token without a refresh token',
      { ...noRefresh, expires_at: expired.expires_at },
      undefined,
      { status: 'invalid', refresh: { status: 'no_refresh_token' } },
    ],
    [
      'truncates a long body',
      fresh,
      { probe: { body: 'a'.repeat(5000) } },
      { mcp_probe: { http_response: { body: 'a'.repeat(4096), body_truncated: true } } },
    ],
  ];
  test.each(cases)('%s', async (_, auth, staged, found) => {
    const { ask, path, fake, vault } = await start();
    if (staged !== undefined)
      fake.applyScenario({ sessions: { credentials: { [oauth.mcp_server_url]: staged } } });
    const { json } = await ask(`POST ${path}`, { auth });
    const check = await ask(`POST ${path}/${json.id}/mcp_oauth_validate`);
    expect(check.json).toMatchObject({
      type: 'vault_credential_validation',
      credential_id: json.id,
      vault_id: vault,
      ...found,
    });
  });
});
