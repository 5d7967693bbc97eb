import path from 'node:path';
import { CONSOLE_PROGRAM, ensureConsoleBuilt, ensurePackagesBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/**
 * The commands of the root. `prepare` runs first, under the project lock. `program` is the file that takes over,
 * relative to the root, followed by its first arguments.
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
  'test:processes': {
    prepare: (context) => ensureInstalled({ ...context, scope: 'all' }),
    program: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.processes.config.ts'],
  },
  'test:postgres': {
    prepare: (context) => ensureInstalled({ ...context, scope: 'all' }),
    program: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.postgres.config.ts'],
  },
  'test:scale': {
    prepare: (context) => ensureInstalled({ ...context, scope: 'all' }),
    program: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.scale.config.ts'],
  },
  check: {
    prepare: (context) => ensureInstalled({ ...context, scope: 'all' }),
    program: ['scripts/check/main.ts'],
  },
  fuzz: {
    prepare: async (context) => {
      await ensureInstalled({ ...context, scope: 'all' });
      await ensurePackagesBuilt(context);
    },
    program: ['scripts/fuzz/main.ts'],
  },
  docs: {
    prepare: (context) => ensureInstalled({ ...context, scope: 'all' }),
    program: ['scripts/docs/main.ts'],
  },
  registry: {
    prepare: (context) => ensureInstalled({ ...context, scope: 'all' }),
    program: ['scripts/release/registry.ts'],
  },
};

/** The environment of all programs, with our Node and package manager first on the PATH. */
export function environmentFor({ env, node, pnpm }) {
  const name = Object.keys(env).find((key) => key.toLowerCase() === 'path') ?? 'PATH';
  const folders = [path.dirname(node), path.dirname(pnpm), env[name]].filter(Boolean);
  return { ...env, [name]: folders.join(path.delimiter), TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
}
