import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCaptured } from '../bootstrap/child.mjs';

const script = path.join(import.meta.dirname, 'name-repository.ts');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-release-'));
  mkdirSync(path.join(folder, 'packages/sdk'), { recursive: true });
  writeFileSync(path.join(folder, 'packages/sdk/package.json'), '{"name":"@parlance/sdk","version":"1.2.3"}');
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (env: NodeJS.ProcessEnv) =>
  runCaptured(process.execPath, [script], { cwd: folder, env: { ...process.env, ...env } });
const manifest = () => JSON.parse(readFileSync(path.join(folder, 'packages/sdk/package.json'), 'utf8'));

test('sets the repository, the homepage and the place for bugs that the release runs in', async () => {
  const env = { GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'team/parlance' };
  expect(await run(env)).toMatchObject({ code: 0 });
  expect(manifest()).toEqual({
    name: '@parlance/sdk',
    version: '1.2.3',
    repository: {
      type: 'git',
      url: 'git+https://git.example.com/team/parlance.git',
      directory: 'packages/sdk',
    },
    homepage: 'https://git.example.com/team/parlance/tree/main/packages/sdk#readme',
    bugs: { url: 'https://git.example.com/team/parlance/issues' },
  });
});

test('does not change the packages if no repository is set', async () => {
  const { code, output } = await run({ GITHUB_SERVER_URL: '', GITHUB_REPOSITORY: '' });
  expect(code).not.toBe(0);
  expect(output).toContain('GITHUB_REPOSITORY must name the repository');
  expect(manifest()).not.toHaveProperty('repository');
});
