import { createFake } from '@parlance/testing-fakes';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { connect } from './connect.js';
import { FaultPanel } from './fault-panel.js';

const KEYS = { adminKey: undefined, complianceKey: undefined };

test.each([undefined, 'token-of-the-emulator'])(
  'injects faults into the world of the key, in another process, with the control token %s',
  async (controlToken) => {
    await using fake = createFake();
    await fake.listen({ controlToken });
    const apiKey = fake.keysOf('other').api;
    const backend = await connect({ baseUrl: fake.url, apiKey, controlToken, ...KEYS });
    const panel = new FaultPanel(backend);
    expect(await panel.state()).toMatchObject({ on: [], running: null });
    await panel.set(['busy']);
    await backend.parlance.inference.models.list({ limit: 1 });
    expect(await panel.injections()).toEqual({ busy: 2 });
    expect(await panel.state()).toMatchObject({ on: ['busy'] });
    await panel.set([]);
    expect(await panel.injections()).toEqual({});
    expect(fake.journal('default')).toEqual([]);
    await backend.close();
  },
);

test('is absent for a service that is not an emulator', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('not here'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const backend = await connect({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', ...KEYS });
  expect(await new FaultPanel(backend).state()).toBeNull();
  await backend.close();
  server.close();
  const remote = await connect({ baseUrl: 'https://service.example', apiKey: 'k', ...KEYS });
  expect(await new FaultPanel(remote).state()).toBeNull();
  await remote.close();
});
