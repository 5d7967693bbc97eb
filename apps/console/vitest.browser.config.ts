import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Runs the browser tests: `npm run test:browser`. Set `ONLY` to run a single file. */
const config: ViteUserConfig = defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['parlance-source'] },
  ssr: { resolve: { conditions: ['parlance-source', 'node', 'import', 'module', 'default'] } },
  test: {
    include: [process.env['ONLY'] ?? 'browser/**/*.test.ts'],
    globalSetup: ['browser/testing/build-programs.ts'],
    setupFiles: ['../../tooling/testing/src/chromium.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000 } },
    allowOnly: false,
  },
});

export default config;
