import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { explain } from './failure.mjs';
import { fingerprint, stampFile } from './fingerprint.mjs';

/**
 * Installs only what the console needs. `--prod` excludes the development dependencies of the root, which pnpm installs
 * regardless of the filter.
 */
const START_ONLY = ['--filter', '@parlance/console...', '--prod'];

const SETTINGS = {
  // No prompts.
  CI: 'true',
  // The age of each version was checked when the lockfile was written, and the lockfile has the hash of every file.
  // Checking again would query the registry for every package of the repository: a minute on a fresh machine.
  pnpm_config_minimum_release_age: '0',
  // Fail fast without a network.
  pnpm_config_fetch_retry_mintimeout: '1000',
  pnpm_config_fetch_retry_maxtimeout: '5000',
};

/**
 * Installs the dependencies of a command from the lockfile, unless they are up to date. Development dependencies that are
 * installed stay installed.
 *
 * @param options.scope - `start` or `all`; an installation for `all` is sufficient for `start`.
 */
export async function ensureInstalled({ scope: wanted, root, folder, pnpm, env, log, run }) {
  const installed = path.join(root, 'node_modules/.modules.yaml');
  const isInstalled = existsSync(installed);
  const scope = isInstalled && hasDevelopment(readFileSync(installed, 'utf8')) ? 'all' : wanted;
  const stamp = stampFile(folder, 'installed');
  const state = `${fingerprint(root, manifests(root))} ${process.platform}-${process.arch}`;
  const serves = scope === 'start' ? ['start', 'all'] : ['all'];
  if (isInstalled && serves.some((name) => stamp.read() === `${name} ${state}`)) return;
  const activity = scope === 'start' ? 'installing the program' : 'installing the dependencies';
  log(`${activity} (on the first run, or when the lockfile has changed)`);
  const filter = scope === 'start' ? START_ONLY : [];
  const flags = ['--frozen-lockfile', '--prefer-offline', '--reporter=append-only'];
  const result = await run(pnpm, ['install', ...flags, ...filter], {
    cwd: root,
    env: { ...env, ...SETTINGS },
  });
  if (result.code !== 0) throw explain(activity, { output: result.output });
  stamp.write(`${scope} ${state}`);
}

/** Whether pnpm's record of an installation says that it has the development dependencies. */
function hasDevelopment(record) {
  return /"?devDependencies"?: true/.test(record);
}

/** The inputs of an installation. */
function manifests(root) {
  const groups = ['packages', 'apps', 'tooling'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => `${group}/${name}/package.json`),
  );
  return ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...groups.sort()];
}
