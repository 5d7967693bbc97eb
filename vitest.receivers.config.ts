import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import processes from './vitest.processes.config.ts';

/** Sinks against receivers of other vendors: `npm run test:receivers`. Says which receivers are not installed. */
const config: ViteUserConfig = mergeConfig(
  { ...processes, test: { ...processes.test, include: [] } },
  defineConfig({
    test: {
      include: ['packages/*/src/**/*.receiver.test.ts'],
      globalSetup: 'tooling/testing/src/receivers.ts',
    },
  }),
);

export default config;
