import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { explain } from './failure.mjs';
import { fingerprint, stampFile } from './fingerprint.mjs';

/**
 * What the sample program needs, and nothing of the tests and the other tools: those are development dependencies
 * of the root, which pnpm would install whatever the filter is.
 */
const START_ONLY = ['--filter', '@parlance/console...', '--prod'];

const SETTINGS = {
  // No questions.
  CI: 'true',
  // The age of each version was checked when the lockfile was written, which names every file by its hash. Checking it
  // again would ask the registry about every package of the repository: a minute on a fresh machine.
  pnpm_config_minimum_release_age: '0',
  // Without a network, to be told so soon.
  pnpm_config_fetch_retry_mintimeout: '1000',
  pnpm_config_fetch_retry_maxtimeout: '5000',
};

/**
 * Installs the dependencies that a command needs, exactly as the lockfile says; does nothing when that has been done.
 *
 * @param options.scope - `start` or `all`; what is installed for `all` serves `start` too.
 */
export async function ensureInstalled({ scope, root, folder, pnpm, env, say, run }) {
  const stamp = stampFile(folder, 'installed');
  const state = `${fingerprint(root, manifests(root))} ${process.platform}-${process.arch}`;
  const serves = scope === 'start' ? ['start', 'all'] : ['all'];
  if (existsSync(path.join(root, 'node_modules/.modules.yaml'))) {
    if (serves.some((name) => stamp.read() === `${name} ${state}`)) return;
  }
  const activity = scope === 'start' ? 'installing what the program needs' : 'installing the dependencies';
  say(`${activity} (the first time, or after a change of the lockfile)`);
  const filter = scope === 'start' ? START_ONLY : [];
  const flags = ['--frozen-lockfile', '--prefer-offline', '--reporter=append-only'];
  const result = await run(pnpm, ['install', ...flags, ...filter], {
    cwd: root,
    env: { ...env, ...SETTINGS },
  });
  if (result.code !== 0) throw explain(activity, { output: result.output });
  stamp.write(`${scope} ${state}`);
}

/** Everything that decides what is installed. */
function manifests(root) {
  const groups = ['packages', 'apps', 'tooling'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => `${group}/${name}/package.json`),
  );
  return ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...groups.sort()];
}
