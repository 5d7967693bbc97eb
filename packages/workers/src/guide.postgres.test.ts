/** Runs the program of the guide to workflows, and kills it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openStore, type StoreSchema } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';

const guide = path.join(import.meta.dirname, '../../../docs/guides/workflows.md');
const withPgBoss = path.join(import.meta.dirname, '../../durable');
const DATABASE_URL = process.env['PARLANCE_TEST_POSTGRES'] ?? '';

/** The jobs of pg-boss. */
const jobs: StoreSchema<{ 'pgboss.job': { name: string; state: string } }> = { name: 'jobs', migrations: {} };

async function bundle(): Promise<string> {
  const contents = /^```ts\n(\/\/ workflow\.mjs\n[^]*?)^```$/m.exec(readFileSync(guide, 'utf8'))?.[1] ?? '';
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['parlance-source'],
    external: ['kysely', 'kysely/*', 'pg-native', 'pg-boss'],
    // For undici, which is CommonJS.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(process.cwd());",
    },
  });
  return outputFiles[0]?.text ?? '';
}

test('a workflow is started once, though its worker is killed', { timeout: 300_000 }, async () => {
  const fake = createFake({ clock: { mode: 'running' } });
  onTestFinished(() => fake.close());
  const { url } = await fake.listen({ port: 0 });
  const client = new ManagedAgentsClient({ baseUrl: url, apiKey: fake.keys.api });
  const environment = await client.environments.create({ name: 'own', config: { type: 'self_hosted' } });
  const ship = {
    type: 'custom',
    name: 'ship',
    description: 'Ships.',
    input_schema: { type: 'object' },
  } as const;
  const agent = await client.agents.create({ model: 'm', name: 'Shop', tools: [ship] });
  const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  const content = [{ type: 'text' as const, text: '/tool ship {"order":"A1"}' }];
  await client.sessions.events.send(id, { events: [{ type: 'user.message', content }] });

  const program = await bundle();
  const printed: string[] = [];
  const start = () => {
    const env = {
      ...process.env,
      DATABASE_URL,
      ENVIRONMENT: environment.id,
      PARLANCE_BASE_URL: url,
      PARLANCE_API_KEY: fake.keys.api,
    };
    const child = spawn(process.execPath, ['--input-type=module', '-'], {
      cwd: withPgBoss,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (text) => printed.push(String(text)));
    child.stdin.end(program);
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const first = start();
  await expect.poll(() => printed.join(''), { timeout: 60_000 }).toBe('ships A1\n');
  await using store = await openStore(DATABASE_URL);
  const shipments = store
    .tables(jobs)
    .selectFrom('pgboss.job')
    .select('state')
    .where('name', '=', 'shipments');
  await expect
    .poll(async () => (await shipments.execute()).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(['completed']);
  first.kill('SIGKILL');

  const second = start();
  expect((await client.sessions.run(id)).text).toBe('You said: Shipped as P-A1.');
  second.kill('SIGTERM');
  expect(await once(second, 'exit')).toEqual([0, null]);
  expect(printed.join('')).toBe('ships A1\n');
});
