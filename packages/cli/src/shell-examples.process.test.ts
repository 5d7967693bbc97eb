/** Runs the shell examples of the README, one after the other, in one folder. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { buildCli } from './testing/start-cli.js';

/** Lines that need a registry, or a service whose address and keys the reader knows. */
const REPLACED = /^(npm install .*|export .*=\.\.\.)$/gm;

test('the shell examples of the README run', { timeout: 300_000 }, async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../README.md'), 'utf8');
  const blocks = Array.from(readme.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(4);
  const fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  onTestFinished(() => fake.close());
  const { url } = await fake.listen({ port: 0 });
  await using cli = await buildCli();
  const cwd = await cli.folder();
  const from = new Date(Date.now() - 7_200_000).toISOString();
  const config = {
    export: { activities: { from }, requestsPerMinute: 1_000_000 },
    retention: { rules: [{ name: 'old', keepDays: 30 }], allowMissingFiles: true },
  };
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(config));
  const env = {
    PARLANCE_BASE_URL: url,
    PARLANCE_COMPLIANCE_KEY: fake.keys.compliance,
    PARLANCE_API_KEY: fake.keys.api,
    PARLANCE_ADMIN_KEY: fake.keys.admin,
    PARLANCE_SEARCH_FILE: 'archive.db',
  };
  let digest = 'DIGEST';
  for (const block of blocks) {
    const lines = block.replaceAll(REPLACED, '').replaceAll('DIGEST', digest);
    const { code, out, err } = await cli.shell(`set -e\n${lines}`, { cwd, env }).result;
    expect([lines, code, err]).toEqual([lines, 0, expect.not.stringContaining('parlance: ')]);
    digest = /^Digest: (\w+)$/m.exec(out)?.[1] ?? digest;
  }
  expect(fake.journal().some(({ operation }) => operation === 'chats.delete')).toBe(true);
});
