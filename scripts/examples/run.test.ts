/** Runs every example against the emulator. Each is a program that reads the service and its keys from the environment. */
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('packages/*/src/**/*.examples.ts', { cwd: root }).sort();
const fake = createFake({ seed: 'demo' });
const folder = process.cwd();
let scratch = folder;
let url = '';

beforeAll(async () => {
  url = (await fake.listen()).url;
  scratch = await mkdtemp(path.join(tmpdir(), 'parlance-examples-'));
  process.chdir(scratch);
});

beforeEach(() => {
  vi.stubEnv('TMPDIR', scratch);
  vi.stubEnv('PARLANCE_BASE_URL', url);
  vi.stubEnv('PARLANCE_API_KEY', fake.keys.api);
  vi.stubEnv('PARLANCE_COMPLIANCE_KEY', fake.keys.compliance);
  vi.stubEnv('PARLANCE_ADMIN_KEY', fake.keys.admin);
});

afterAll(async () => {
  // The next file of this process sets itself up before its first test, which is when variables are restored otherwise.
  vi.unstubAllEnvs();
  process.chdir(folder);
  await rm(scratch, { recursive: true });
  await fake.close();
});

for (const file of files) {
  test(`the example ${file} runs`, async () => {
    await expect(runExample(file)).resolves.toBeUndefined();
  });
}

test('finds the examples', () => {
  expect(files).toContain('packages/inference/src/examples/create-a-message.examples.ts');
});

/** Runs the program, and the checks that the file exports, if any. */
async function runExample(file: string): Promise<void> {
  const module: Record<string, () => unknown> = await import(path.join(root, file));
  for (const check of Object.values(module)) await check();
}
