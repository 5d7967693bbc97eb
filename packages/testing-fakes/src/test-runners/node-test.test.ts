import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReliance } from '../reliance/facts-folder.js';

const TESTS = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFake } from './node-test.js';

const emulator = withFake({ saveFailuresTo: 'failures' });
const headers = { 'x-api-key': 'api-default', 'vendor-version': '2023-06-01' };
const models = (fake) => fake.fetch(fake.url + '/v1/models', { headers });

test('passes', () => models(emulator.fake));

test('fails', async () => {
  await models(emulator.fake);
  assert.fail();
});

test('has an emulator of its own', () => assert.deepEqual(emulator.fake.journal(), []));

test('leaves a script unused', () => emulator.fake.setScripts([{ steps: [{ reply: 'hello' }] }]));
`;

/** Runs the tests with node:test; returns their working directory, output and exit code. */
async function runTests(): Promise<{ folder: string; output: string; code: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-node-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await build({
    stdin: { contents: TESTS, resolveDir: import.meta.dirname },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parlance-source'],
    outfile: join(folder, 'own.test.mjs'),
    logLevel: 'error',
  });
  // With this variable set, node:test reports to a parent process instead of using a reporter.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--test', '--test-reporter=tap', 'own.test.mjs'], {
    cwd: folder,
    env: { ...env, PARLANCE_RELIANCE: join(folder, 'reliance') },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { folder, output, code };
}

test(
  'node:test creates an emulator for each test and saves the runs of failed tests',
  { timeout: 60_000 },
  async () => {
    const { folder, output, code } = await runTests();
    expect(code).toBe(1);
    const results = [...output.matchAll(/^(ok|not ok) \d+ - (.*)$/gm)].map(
      ([, result, name]) => `${name}: ${result}`,
    );
    expect(results).toEqual([
      'passes: ok',
      'fails: not ok',
      'has an emulator of its own: ok',
      'leaves a script unused: not ok',
    ]);
    expect(output).toContain('The scenario of the emulator was not followed');
    const saved = join(folder, 'failures');
    expect((await readdir(saved)).toSorted()).toEqual(['fails.json', 'leaves-a-script-unused.json']);
    const run: unknown = JSON.parse(await readFile(join(saved, 'fails.json'), 'utf8'));
    expect(run).toMatchObject({
      format: 'parlance-run',
      journal: [{ operation: 'models.list', status: 200 }],
    });
    const reliance = await readReliance(join(folder, 'reliance'));
    expect(reliance.assumptions).toMatchObject([{ kind: 'operation', id: 'models.list', requests: 2 }]);
    expect(reliance.scenario_problems).toEqual(['replies.0.steps.0 was never used.']);
  },
);
