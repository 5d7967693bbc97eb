import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/index.js';

test('seeds agents, a coordinator, vaults, memory, profiles and a session', async () => {
  const fake = createFake({ seed: 'demo', checkResponses: true });
  const ask = asker(fake, 'managed-agents-2026-04-01,user-profiles-2026-03-24');
  const list = async (kind: string) => (await ask(`GET /v1/${kind}`)).json.data;
  expect((await list('agents')).map(({ name }: { name: string }) => name)).toEqual([
    'Desk lead',
    'Release notes',
    'Support triage',
  ]);
  expect((await list('agents'))[0].multiagent.agents).toHaveLength(2);
  expect(await list('vaults')).toHaveLength(2);
  expect(await list('environments')).toHaveLength(1);
  expect(await list('user_profiles')).toHaveLength(3);
  const [store] = await list('memory_stores');
  expect(await list(`memory_stores/${store.id}/memories`)).toHaveLength(2);
  const [session] = await list('sessions');
  expect(session).toMatchObject({
    title: 'Monday tickets',
    status: 'idle',
    resources: [{ memory_store_id: store.id }],
  });
  expect(JSON.stringify(await list('sessions'))).not.toContain('demo-token');
});

test('seeds the same records every time', async () => {
  const read = async () => {
    const ask = asker(createFake({ seed: 'demo' }), 'managed-agents-2026-04-01');
    return [(await ask('GET /v1/agents')).json, (await ask('GET /v1/sessions')).json];
  };
  expect(await read()).toEqual(await read());
});
