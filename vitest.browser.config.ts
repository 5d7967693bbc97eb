import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Tests of the built packages in a real browser and in other runtimes: `npm run test:browser`. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['scripts/browser/*.spec.mjs'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    allowOnly: false,
  },
});

export default config;
