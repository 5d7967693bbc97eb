/** Runs a suite of vitest with the reporter, in a process of its own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../command/main.js';
import { formatReliance, type Reliance } from '../reliance/reliance.js';

const run = promisify(execFile);
const root = new URL('../../../../', import.meta.url).pathname;

const SUITE = `
import { AdminClient } from '@parlance/admin';
import { withFake } from '@parlance/testing-fakes/vitest';
import { test } from 'vitest';

const emulator = withFake();
const admin = () => {
  const { fake } = emulator;
  return new AdminClient({ baseUrl: fake.url, adminKey: fake.keys.admin, http: fake.http() });
};

test('lists keys', () => admin().apiKeys.list());
test('lists keys again', () => admin().apiKeys.list());
test('lists invites', () => admin().invites.list());
test('sends an invalid request', () => {
  const { fake } = emulator;
  const headers = { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' };
  return fake.fetch(fake.url + '/v1/models?limit=0', { headers });
});
`;

test('the reporter of vitest covers all tests of a run', async () => {
  const folder = mkdtempSync(join(root, 'node_modules/.cache/reliance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'suite.test.ts'), SUITE);
  // A configuration is bundled without the condition of the sources.
  await build({
    entryPoints: [join(root, 'packages/testing-fakes/src/test-runners/vitest-reporter.ts')],
    outfile: join(folder, 'reporter.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parlance-source'],
    logLevel: 'error',
  });
  const file = join(folder, 'reliance.json');
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { RelianceReporter } from './reporter.mjs';
     export default {
       resolve: { conditions: ['parlance-source'] },
       ssr: { resolve: { conditions: ['parlance-source', 'node', 'import', 'default'] } },
       test: { root: ${JSON.stringify(folder)}, reporters: [new RelianceReporter({ file: ${JSON.stringify(file)} })] },
     };`,
  );
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', join(folder, 'vitest.config.ts')];
  const { stdout } = await run(process.execPath, args, { cwd: root });
  const report = JSON.parse(readFileSync(file, 'utf8')) as Reliance;
  expect(report.assumptions).toMatchObject([
    { kind: 'operation', id: 'apiKeys.list', requests: 2 },
    { kind: 'operation', id: 'models.list', requests: 1 },
    { kind: 'rule', id: 'GEN-005', requests: 1 },
  ]);
  expect(report.operations_not_called).not.toContain('invites.list');
  expect(stdout).toContain(formatReliance(report));
});

test('no folder, and a file that is something else, are named', async () => {
  const errors: string[] = [];
  const terminal = { out: () => {}, err: (text: string) => void errors.push(text), version: '1' };
  expect(await main(['reliance'], terminal as never)).toBe(2);
  expect(await main(['reliance', '--from', 'missing'], terminal as never)).toBe(2);
  expect(errors.join('')).toMatch(/--from: is required[^]*--from: ENOENT/);
});
