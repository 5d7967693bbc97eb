/**
 * Rehearses a release: applies the changesets and one of its own in a clone of this repository, builds there and publishes to a local
 * registry, with the commands of the release workflow. Then checks versions, changelogs and tags, and that nothing is
 * published twice.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';
import { packageNames } from '../check/tarball-paths.ts';
import { startRegistry } from './local-registry.ts';

const clone = mkdtempSync(path.join(tmpdir(), 'parlance-release-'));
const registry = await startRegistry();
const env = {
  ...process.env,
  GITHUB_SERVER_URL: 'https://git.example.com',
  GITHUB_REPOSITORY: 'example/parlance',
  // The workflow signs a statement of provenance, which only works there.
  PNPM_CONFIG_PROVENANCE: 'false',
};
try {
  await run('git', 'clone', '--quiet', '--local', process.cwd(), '.');
  await run('git', 'config', 'user.name', 'Rehearsal');
  await run('git', 'config', 'user.email', 'rehearsal@example.com');
  await run('pnpm', 'install', '--frozen-lockfile', '--prefer-offline', '--silent');
  // So that there is something to release, also right after a release.
  const released = packageNames().map((name) => `'@parlance/${name}': patch`);
  const changeset = `---\n${released.join('\n')}\n---\n\nA rehearsal.\n`;
  writeFileSync(path.join(clone, '.changeset/rehearsal.md'), changeset);
  await run('pnpm', 'run', 'release:version');
  writeFileSync(path.join(clone, '.npmrc'), registry.npmrc);
  await run('git', 'add', '--all', '.', ':!.npmrc');
  await run('git', 'commit', '--quiet', '--allow-empty', '--message', 'chore: apply the changesets');
  await run('pnpm', 'run', 'release:publish');
  const tags = (await run('git', 'tag')).split('\n');
  for (const name of packageNames()) await checkPackage(name, tags);
  const again = await run('pnpm', 'exec', 'changeset', 'publish');
  if (!again.includes('No unpublished')) throw new Error(`a second run published again:\n${again}`);
} finally {
  await registry.stop();
  rmSync(clone, { recursive: true, force: true });
}

async function checkPackage(folder: string, tags: readonly string[]): Promise<void> {
  const place = path.join(clone, 'packages', folder);
  const { name, version } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
  const response = await fetch(`${registry.url}/${name.replace('/', '%2f')}`);
  const { versions = {} } = await response.json();
  const published = versions[version];
  if (published === undefined) throw new Error(`${name}@${version} is not in the registry`);
  const ranges = Object.values({ ...published.dependencies, ...published.peerDependencies });
  if (ranges.some((range) => /workspace:|catalog:/.test(String(range)))) {
    throw new Error(`${name}@${version} was published with a range of the workspace`);
  }
  const changelog = readFileSync(path.join(place, 'CHANGELOG.md'), 'utf8');
  if (!new RegExp(`^## ${version}\n\n\\d{4}-`, 'm').test(changelog))
    throw new Error(`the changelog of ${name} has no dated section of ${version}`);
  if (!tags.includes(`${name}@${version}`)) throw new Error(`${name}@${version} has no tag`);
  console.log(`${name}@${version}`);
}

async function run(program: string, ...args: string[]): Promise<string> {
  const { code, output } = await runCaptured(program, args, { cwd: clone, env });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`);
  return output;
}
