import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** What needs a real browser, or another runtime: `npm run test:browser`. */
const config: ViteUserConfig = defineConfig({
  test: {
    allowOnly: false,
    projects: [
      './apps/console/vitest.browser.config.ts',
      {
        test: {
          // The built packages, as they are published.
          name: 'client',
          include: ['packages/*/src/**/*.browser.test.ts', 'tooling/site/src/*.browser.test.ts'],
          setupFiles: ['tooling/testing/src/chromium.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

export default config;
