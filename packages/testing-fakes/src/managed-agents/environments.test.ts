import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/index.js';

function start() {
  const fake = createFake({ checkResponses: true });
  return asker(fake, 'managed-agents-2026-04-01');
}

const noPackages = { type: 'packages', apt: [], cargo: [], gem: [], go: [], npm: [], pip: [] };

test('creates an unrestricted cloud environment by default', async () => {
  const ask = start();
  const { json } = await ask('POST /v1/environments', { name: 'plain' });
  expect(json).toMatchObject({
    id: expect.stringMatching(/^env_/),
    archived_at: null,
    config: { type: 'cloud', networking: { type: 'unrestricted' }, packages: noPackages },
    description: '',
    metadata: {},
    type: 'environment',
  });
  const config = {
    type: 'cloud',
    networking: { type: 'limited', allowed_hosts: ['a.example'] },
    packages: { npm: ['x'] },
  };
  expect((await ask('POST /v1/environments', { name: 'limited', config })).json.config).toEqual({
    type: 'cloud',
    networking: {
      type: 'limited',
      allow_mcp_servers: false,
      allow_package_managers: false,
      allowed_hosts: ['a.example'],
    },
    packages: { ...noPackages, npm: ['x'] },
  });
});

test('rejects duplicate names and changes of the config type', async () => {
  const ask = start();
  const { json } = await ask('POST /v1/environments', { name: 'a', metadata: { x: '1', y: '2' } });
  await ask('POST /v1/environments', { name: 'b' });
  expect((await ask('POST /v1/environments', { name: 'a' })).status).toBe(409);
  const line = `POST /v1/environments/${json.id}` as const;
  expect((await ask(line, { name: 'b' })).status).toBe(409);
  expect(await ask(line, { config: { type: 'self_hosted' } })).toMatchObject({
    status: 400,
    json: { error: { details: { error_code: 'invalid_config_type_change' } } },
  });
  expect((await ask(line, { name: 'a', metadata: { x: '', y: null, z: '3' } })).json.metadata).toEqual({
    z: '3',
  });
});

test('excludes archived environments from lists and returns 404 for deleted ones', async () => {
  const ask = start();
  const { json } = await ask('POST /v1/environments', { name: 'a' });
  await ask(`POST /v1/environments/${json.id}/archive`);
  expect((await ask('GET /v1/environments')).json.data).toEqual([]);
  expect((await ask('GET /v1/environments?include_archived=true')).json.data).toHaveLength(1);
  expect((await ask(`POST /v1/environments/${json.id}`, { name: 'b' })).status).toBe(409);
  expect((await ask(`DELETE /v1/environments/${json.id}`)).json).toEqual({
    id: json.id,
    type: 'environment_deleted',
  });
  expect((await ask(`GET /v1/environments/${json.id}`)).status).toBe(404);
});
