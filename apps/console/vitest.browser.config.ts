import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** The pages in a real browser, two files at a time: `npm run test:browser`; `ONLY` runs another file of theirs instead. */
const config: ViteUserConfig = defineConfig({
  root: new URL('.', import.meta.url).pathname,
  resolve: { conditions: ['parlance-source'] },
  ssr: { resolve: { conditions: ['parlance-source', 'node', 'import', 'module', 'default'] } },
  test: {
    include: [process.env['ONLY'] ?? 'browser/**/*.test.ts'],
    globalSetup: ['browser/build-programs.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    allowOnly: false,
  },
});

export default config;
