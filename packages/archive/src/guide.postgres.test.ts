/** Runs the program of the guide for several machines, in four processes. */
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { guidePrograms } from './testing/guide-programs.js';
import { bundleProgram, startProgram } from './testing/start-program.js';
import { temporaryFolder } from './testing/write-archive.js';
import { verifyArchive } from './verify/verify-archive.js';

const withPgBoss = path.join(import.meta.dirname, '../../durable');

test('four processes complete one export', { timeout: 300_000 }, async () => {
  const from = new Date(Date.now() - 7_200_000).toISOString();
  const program = (guidePrograms.get('export-many.mjs') ?? '')
    // Few windows.
    .replace("name: 'shared',", `name: 'shared',\n  activities: { from: '${from}' },`);
  expect(program).toContain(from);
  const bundle = await bundleProgram(program);
  const fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  onTestFinished(() => fake.close());
  const { url } = await fake.listen({ port: 0 });
  const archive = path.join(await temporaryFolder(), 'archive');
  const env = {
    PARLANCE_BASE_URL: url,
    PARLANCE_COMPLIANCE_KEY: fake.keys.compliance,
    DATABASE_URL: process.env['PARLANCE_TEST_POSTGRES'] ?? '',
    ARCHIVE: archive,
  };
  const processes = Array.from({ length: 4 }, async () => {
    const child = startProgram(bundle, { env, cwd: withPgBoss });
    const [printed, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
    return [code, printed];
  });
  expect(await Promise.all(processes)).toEqual(Array.from({ length: 4 }, () => [0, 'done\n']));
  expect(await verifyArchive(archive)).toMatchObject({ ok: true, problems: [] });
});
