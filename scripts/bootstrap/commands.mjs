import path from 'node:path';
import { CONSOLE_PROGRAM, ensureConsoleBuilt, ensurePackagesBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/**
 * What each command of the root needs before it, and what it runs: `prepare` is done under the lock of the
 * project, `program` names the file that takes over, relative to the root, and its first arguments.
 */
export const COMMANDS = {
  start: {
    prepare: async (context) => {
      await ensureInstalled({ ...context, scope: 'start' });
      await ensureConsoleBuilt(context);
    },
    program: [CONSOLE_PROGRAM],
  },
  test: {
    prepare: (context) => ensureInstalled({ ...context, scope: 'all' }),
    program: ['node_modules/vitest/vitest.mjs', 'run'],
  },
  bench: {
    prepare: async (context) => {
      await ensureInstalled({ ...context, scope: 'all' });
      await ensurePackagesBuilt(context);
    },
    program: ['apps/benchmarks/src/main.ts'],
  },
  'test:browser': {
    prepare: async (context) => {
      await ensureInstalled({ ...context, scope: 'all' });
      await ensurePackagesBuilt(context);
    },
    program: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.browser.config.ts'],
  },
  check: {
    prepare: (context) => ensureInstalled({ ...context, scope: 'all' }),
    program: ['scripts/check/main.ts'],
  },
};

/** The environment for everything that is run: our Node and package manager come first. */
export function environmentFor({ env, node, pnpm }) {
  const name = Object.keys(env).find((key) => key.toLowerCase() === 'path') ?? 'PATH';
  const folders = [path.dirname(node), path.dirname(pnpm), env[name]].filter(Boolean);
  return { ...env, [name]: folders.join(path.delimiter), TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
}
