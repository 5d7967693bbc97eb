import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import main from './vitest.config.ts';

/** The tests that start and kill processes, and slow proofs: `npm run test:processes`. */
const config: ViteUserConfig = mergeConfig(
  { ...main, test: { ...main.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: [
        'packages/*/{src,testing}/**/*.{process,slow}.test.{ts,mjs}',
        'apps/{console/server,benchmarks/src}/**/*.slow.test.ts',
        'tooling/testing/src/**/*.process.test.ts',
      ],
      exclude: ['**/node_modules/**'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }),
);

export default config;
