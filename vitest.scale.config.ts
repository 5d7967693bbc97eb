import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import postgres from './vitest.postgres.config.ts';

/** The kill tests, on PostgreSQL, and random questions, replies and large organizations at full length, one after the other: `npm run test:scale`. */
const config: ViteUserConfig = mergeConfig(
  { ...postgres, test: { ...postgres.test, include: [] } },
  defineConfig({
    test: {
      include: [
        'packages/{archive,durable,workers}/src/**/*kill*.test.ts',
        'packages/archive/src/sqlite/random-questions.slow.test.ts',
        'packages/ai-sdk/src/round-trip.test.ts',
        'packages/agent-tools/src/session-toolset.test.ts',
        'tooling/testing/src/**/*.scale.test.ts',
        'packages/reconcile/src/large-organization.process.test.ts',
        'packages/testing-fakes/src/verify/plants.process.test.ts',
      ],
      exclude: ['**/node_modules/**'],
      env: {
        PARLANCE_TEST_KILLS: '50',
        PARLANCE_TEST_CHATS: '20000',
        PARLANCE_TEST_QUESTIONS: '1000',
        PARLANCE_TEST_REPLIES: '10000',
        PARLANCE_TEST_PATHS: '100000',
        PARLANCE_TEST_USERS: '100000',
        PARLANCE_TEST_ALL_PLANTS: '1',
        PARLANCE_TEST_OUTAGES: '5',
        PARLANCE_TEST_OUTAGE_MS: '30000',
      },
      fileParallelism: false,
      // The seeds of random kills and what was exported.
      reporters: 'verbose',
    },
  }),
);

export default config;
