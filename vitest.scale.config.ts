import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import postgres from './vitest.postgres.config.ts';

/** The kill tests at full length, on PostgreSQL: `npm run test:scale`. */
const config: ViteUserConfig = mergeConfig(
  { ...postgres, test: { ...postgres.test, include: [] } },
  defineConfig({
    test: { include: ['packages/*/src/**/kill*.test.ts'], env: { PARLANCE_TEST_KILLS: '50' } },
  }),
);

export default config;
