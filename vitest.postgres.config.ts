import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** The tests of stores, on PostgreSQL: `npm run test:postgres`. The same files run on SQLite in `npm test`. */
const config: ViteUserConfig = defineConfig({
  resolve: { conditions: ['parlance-source'] },
  // Without `import`, which would also apply to `require` in pg, and make it load a module of the wrong kind.
  ssr: { resolve: { conditions: ['parlance-source', 'node', 'default'] } },
  test: {
    include: [
      'packages/{durable,workers}/src/**/*.test.ts',
      'packages/archive/src/export/{,forecast/}*.test.ts',
      'packages/archive/src/retention/*.test.ts',
      'packages/{archive,cli}/src/**/*.postgres.test.ts',
    ],
    exclude: ['**/*.sqlite.test.ts', '**/node_modules/**'],
    environment: 'node',
    globalSetup: 'tooling/testing/src/start-postgres.ts',
    setupFiles: 'packages/durable/src/testing/create-database.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
    isolate: false,
    restoreMocks: true,
    allowOnly: false,
  },
});

export default config;
