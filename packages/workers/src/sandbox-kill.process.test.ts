/** Kills a sandbox, which is a process of its own, in the middle of a call. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { createToolWorker } from './tool-worker.js';

/** The first one hangs in the call. Those that follow look it up. */
const PROGRAM = `
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createToolWorker } from './tool-worker.ts';

const { STORE, ITEM, START } = process.env;
const pay = { definition: { name: 'pay' }, call: () => { console.log('pays'); return new Promise(() => setTimeout(() => {}, 1e6)); } };
const reconcile = ({ idempotencyKey }) => ({ output: 'paid under ' + idempotencyKey.slice(0, 5) + ', start ' + START });
const store = await openStore(STORE);
const worker = createToolWorker({ client: new ManagedAgentsClient(), store });
await worker.tool(pay, { reconcile }).serveItem(JSON.parse(ITEM));
await store.close();
process.exit(0);
`;

test('a sandbox that is killed in a call is replaced, and the call is looked up there', async () => {
  await using folder = await temporaryFolder();
  const fake = createFake({ clock: { mode: 'running' } });
  onTestFinished(() => fake.close());
  const { url } = await fake.listen({ port: 0 });
  const client = new ManagedAgentsClient({ baseUrl: url, apiKey: fake.keys.api });
  const location = `sqlite:${folder.path}/store.db`;
  const store = await openStore(location);
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['parlance-source'],
    external: ['kysely', 'kysely/*', 'pg', 'pg-boss'],
    // For undici, which is CommonJS.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(process.cwd());",
    },
  });
  const environment = await client.environments.create({ name: 'own', config: { type: 'self_hosted' } });
  let starts = 0;
  const exits: Promise<unknown>[] = [];
  const stop = new AbortController();
  const serving = createToolWorker({ client, store, environment: environment.id }).serve({
    signal: stop.signal,
    sandbox: async (item) => {
      starts += 1;
      const env = {
        ...process.env,
        STORE: location,
        ITEM: JSON.stringify(item),
        START: String(starts),
        PARLANCE_BASE_URL: url,
        PARLANCE_API_KEY: fake.keys.api,
      };
      const child = spawn(process.execPath, ['--input-type=module', '-'], {
        cwd: import.meta.dirname,
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const exited = once(child, 'exit');
      exits.push(exited);
      child.stdin.end(outputFiles[0]?.text);
      child.stdout.once('data', () => child.kill('SIGKILL'));
      await exited;
    },
  });
  const pay = {
    type: 'custom',
    name: 'pay',
    description: 'Pays.',
    input_schema: { type: 'object' },
  } as const;
  const agent = await client.agents.create({ model: 'm', name: 'Cashier', tools: [pay] });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  const { text } = await client.sessions.run(id, { input: '/tool pay {}' });
  expect(text).toBe('You said: paid under sevt_, start 2');
  stop.abort();
  await serving;
  // The last one still needs the store.
  await Promise.all(exits);
  await store.close();
});
