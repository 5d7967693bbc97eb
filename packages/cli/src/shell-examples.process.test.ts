/** Runs the shell examples of documents about the command, as a reader does. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { verifyArchive } from '@parlance/archive';
import { expect, test } from 'vitest';
import { runShellExamples } from './testing/run-shell-examples.js';
import { setUpBuiltCli } from './testing/set-up-cli.js';

const { cli, fake, url } = await setUpBuiltCli();

/** Creates the key of OpenSSH that a person has in the home folder; returns its public key. */
async function createKey(home: string): Promise<string> {
  await mkdir(path.join(home, '.ssh'));
  const file = path.join(home, '.ssh/id_ed25519');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file]);
  return readFile(`${file}.pub`, 'utf8');
}

/** A folder with a configuration, and a world of its own. */
async function setUp(world: string) {
  const cwd = await cli.folder();
  const from = new Date(Date.now() - 7_200_000).toISOString();
  const config = {
    export: { activities: { from }, requestsPerMinute: 1_000_000 },
    retention: {
      rules: [{ name: 'old', keepDays: 30 }],
      approvers: { required: 1, keys: [{ name: 'lena', key: await createKey(cwd) }], makerMayApprove: true },
      allowMissingFiles: true,
    },
  };
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(config));
  const env = {
    HOME: cwd,
    PARLANCE_BASE_URL: url,
    PARLANCE_COMPLIANCE_KEY: `compliance-${world}`,
    PARLANCE_API_KEY: `api-${world}`,
    PARLANCE_ADMIN_KEY: `admin-${world}`,
    PARLANCE_SEARCH_FILE: 'archive.db',
  };
  return { cwd, env };
}

test('the shell examples of the README run', { timeout: 300_000 }, async () => {
  const readme = path.join(import.meta.dirname, '../README.md');
  expect(await runShellExamples(cli, readme, await setUp('readme'))).toBeGreaterThan(4);
  expect(fake.journal('readme').some(({ operation }) => operation === 'chats.delete')).toBe(true);
});

test('the shell examples of the guide to exports run', { timeout: 300_000 }, async () => {
  const guide = path.join(import.meta.dirname, '../../../docs/guides/export-an-organization.md');
  const place = await setUp('guide');
  expect(await runShellExamples(cli, guide, place)).toBeGreaterThan(1);
  expect(await verifyArchive(path.join(place.cwd, 'archive'))).toMatchObject({ ok: true, problems: [] });
});
