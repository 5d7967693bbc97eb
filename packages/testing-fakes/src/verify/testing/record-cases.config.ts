/** Configuration of vitest that records the rule cases, see `record-cases.ts`. */
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import main from '../../../../../vitest.config.ts';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));

const config: ViteUserConfig = mergeConfig(
  { ...main, test: { ...main.test, include: [] } },
  defineConfig({
    root: ROOT,
    test: {
      include: ['packages/{testing-fakes,compliance,admin,inference,managed-agents}/src/**/*.test.ts'],
      setupFiles: [fileURLToPath(new URL('record-cases.setup.ts', import.meta.url))],
    },
  }),
);

export default config;
