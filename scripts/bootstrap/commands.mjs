import path from 'node:path';
import { CONSOLE_PROGRAM, ensureConsoleBuilt, ensurePackagesBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

const vitest = (...args) => ['node_modules/vitest/vitest.mjs', 'run', ...args];

/**
 * The commands of the root. `program` is the file that takes over, relative to the root, followed by its first arguments.
 * `build` is what must be built before: the console or the packages.
 */
export const COMMANDS = {
  start: { program: [CONSOLE_PROGRAM], build: 'console' },
  test: { program: vitest() },
  bench: { program: ['apps/benchmarks/src/main.ts'], build: 'packages' },
  'test:browser': { program: vitest('--config', 'vitest.browser.config.ts'), build: 'packages' },
  'test:processes': { program: vitest('--config', 'vitest.processes.config.ts') },
  'test:postgres': { program: vitest('--config', 'vitest.postgres.config.ts') },
  'test:receivers': { program: vitest('--config', 'vitest.receivers.config.ts') },
  'test:scale': { program: vitest('--config', 'vitest.scale.config.ts') },
  check: { program: ['scripts/check/main.ts'] },
  fuzz: { program: ['tooling/testing/src/fuzz/main.ts'], build: 'packages' },
  docs: { program: ['tooling/site/src/main.ts'] },
  registry: { program: ['scripts/release/registry.ts'] },
};

/** Installs and builds what a command needs. The console needs fewer dependencies than the tests. */
export async function prepare({ build }, context) {
  await ensureInstalled({ ...context, scope: build === 'console' ? 'start' : 'all' });
  if (build === 'console') await ensureConsoleBuilt(context);
  if (build === 'packages') await ensurePackagesBuilt(context);
}

/** The environment of all programs, with our Node and package manager first on the PATH. */
export function environmentFor({ env, node, pnpm }) {
  const name = Object.keys(env).find((key) => key.toLowerCase() === 'path') ?? 'PATH';
  const folders = [path.dirname(node), path.dirname(pnpm), env[name]].filter(Boolean);
  return { ...env, [name]: folders.join(path.delimiter), TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
}
