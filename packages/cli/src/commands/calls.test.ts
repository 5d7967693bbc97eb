import { ManagedAgentsClient } from '@parlance/managed-agents';
import { openStore } from '@parlance/durable';
import { createToolWorker } from '@parlance/workers';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, url } = await setUpCli();

/** A worker whose tool waits for two decisions. */
async function waiting() {
  const cwd = await cli.folder();
  const client = new ManagedAgentsClient({ baseUrl: url, apiKey: 'api-default' });
  const store = await openStore(`sqlite:${path.join(cwd, 'workers.db')}`);
  const environment = await client.environments.create({
    name: `own ${cwd}`,
    config: { type: 'self_hosted' },
  });
  const agent = await client.agents.create({
    model: 'assistant-opus-4-7',
    name: 'Cashier',
    tools: [{ type: 'custom', name: 'refund', description: 'd', input_schema: { type: 'object' } }],
  });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  const stop = new AbortController();
  const serving = createToolWorker({ client, store, environment: environment.id })
    .tool({ definition: { name: 'refund' }, approval: true, call: async () => 'refunded' })
    .serve({ signal: stop.signal });
  const turn = client.sessions.run(id, { input: '/tool refund {"n":1}\n/tool refund {"n":2}' });
  return {
    place: { cwd },
    turn,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await serving;
      await store.close();
      await client.close();
    },
  };
}

test('calls are listed, approved and denied', async () => {
  await using work = await waiting();
  const { place, turn } = work;
  const store = ['--store', 'sqlite:workers.db'];
  const list = async () =>
    (await cli.run(['calls', 'list', ...store, '--json'], place))
      .lines()
      .filter(({ type }) => type === 'call');
  await vi.waitFor(async () => expect(await list()).toHaveLength(2), { timeout: 20_000 });
  const found = (await list()).toSorted((a, b) =>
    JSON.stringify(a['input']) < JSON.stringify(b['input']) ? -1 : 1,
  );
  const [first, second] = found.map(({ id }) => String(id));
  expect(found[0]).toMatchObject({ tool: 'refund', kind: 'call', input: { n: 1 } });
  const by = ['--by', 'lena@example.com', ...store];
  const other = await cli.run(['calls', 'approve', first ?? '', '--digest', 'ab', ...by], place);
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('is not the one that was decided')]);
  const digest = String(found[0]?.['input_digest']);
  const approved = await cli.run(['calls', 'approve', first ?? '', '--digest', digest, ...by], place);
  expect([approved.code, approved.out]).toEqual([0, `${first}  approved by lena@example.com\n`]);
  const denied = await cli.run(['calls', 'deny', second ?? '', '--reason', 'too much', ...by], place);
  expect(denied.code).toBe(0);
  expect((await turn).text).toBe('You said: refunded\nA person denied this call: too much');
  const none = await cli.run(['calls', 'list', ...store], place);
  expect([none.code, none.err]).toEqual([
    0,
    expect.stringMatching(/^Store: .*\nNo call waits for a decision\.\n$/),
  ]);
});

test('a store that does not exist is not created', async () => {
  const { code, err } = await cli.run(['calls', 'list', '--store', 'sqlite:none.db']);
  expect([code, err.includes('none.db does not exist')]).toEqual([2, true]);
});
