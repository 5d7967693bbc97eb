import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** One process over all packages; sources of the workspace are used as they are, without a build. */
const config: ViteUserConfig = defineConfig({
  resolve: { conditions: ['parlance-source'] },
  ssr: { resolve: { conditions: ['parlance-source', 'node', 'import', 'default'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,mjs}',
      'packages/sdk/testing/scenarios/*.test.ts',
      'apps/console/{terminal,server,web}/**/*.test.ts',
      'apps/benchmarks/src/**/*.test.ts',
      'scripts/**/*.test.{ts,mjs}',
      'tooling/*/src/**/*.test.ts',
    ],
    // These need a database server (npm run test:postgres), a browser (test:browser) or receivers (test:receivers), start processes or are slow proofs (test:processes), or take very long (test:scale).
    exclude: ['**/*.{postgres,process,slow,browser,receiver,scale}.test.{ts,mjs}', '**/node_modules/**'],
    environment: 'node',
    // Tests do not measure time: on a busy machine, any of them may take long.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 25_000 } },
    // Tests inject whatever could be shared, so files need no process of their own; this makes the run three times faster.
    isolate: false,
    maxWorkers: '100%',
    // What tests print is shown when they fail.
    silent: 'passed-only',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: false,
  },
});

export default config;
