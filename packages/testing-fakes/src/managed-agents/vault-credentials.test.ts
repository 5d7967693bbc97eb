import { describe, expect, test } from 'vitest';
import { createFake } from '../create-fake.js';
import { asker } from '../testing/index.js';

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
  const fake = createFake({ checkAnswers: true });
  const ask = asker(fake, 'managed-agents-2026-04-01');
  const vault = (await ask('POST /v1/vaults', { display_name: 'a' })).json.id as string;
  return { fake, ask, vault, path: `/v1/vaults/${vault}/credentials` as const };
}

describe('credentials', () => {
  test('never show their secrets, in any answer', async () => {
    const { ask, path } = await start();
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
  });

  test('hold one server once, and archiving frees it and purges the secret', async () => {
    const { ask, path, fake, vault } = await start();
    const { json } = await ask(`POST ${path}`, { auth: bearer });
    expect(await ask(`POST ${path}`, { auth: bearer })).toMatchObject({ status: 409 });
    await ask(`POST ${path}/${json.id}/archive`);
    expect(await ask(`POST ${path}`, { auth: bearer })).toMatchObject({ status: 200 });
    const [first] = fake.world().store.of<object>({ name: 'vault_credentials' }, vault).entries();
    expect(JSON.stringify(first?.record)).not.toContain('secret-token');
    expect((await ask(`GET ${path}`)).json.data).toHaveLength(1);
    expect((await ask(`GET ${path}?include_archived=true`)).json.data).toHaveLength(2);
    expect(await ask(`POST ${path}/${json.id}`, { display_name: 'b' })).toMatchObject({ status: 409 });
  });

  test('are at most 20 in a vault', async () => {
    const { ask, path } = await start();
    for (let index = 0; index < 20; index++)
      await ask(`POST ${path}`, { auth: { ...bearer, mcp_server_url: `https://${index}.example` } });
    expect(await ask(`POST ${path}`, { auth: bearer })).toMatchObject({ status: 400 });
  });

  test('keep their type and server', async () => {
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

  test('belong to a vault that is not archived', async () => {
    const { ask, path, vault } = await start();
    await ask(`POST /v1/vaults/${vault}/archive`);
    expect(await ask(`POST ${path}`, { auth: bearer })).toMatchObject({ status: 409 });
  });
});
