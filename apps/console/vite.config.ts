import { defineConfig, type UserConfig } from 'vite';

/** Builds the pages. Everything is bundled, so that they load nothing from other origins. */
const config: UserConfig = defineConfig({
  root: `${import.meta.dirname}/web`,
  publicDir: false,
  resolve: {
    conditions: ['parlance-source', 'module', 'browser', 'development|production'],
    // A single copy of zod, which is a peer dependency of the workspace packages.
    dedupe: ['zod'],
  },
  build: {
    outDir: `${import.meta.dirname}/dist/web`,
    emptyOutDir: true,
    target: 'es2024',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // For `pnpm --filter @parlance/console dev` with a console running on port 4170.
  server: {
    proxy: Object.fromEntries(['/api', '/rpc', '/files'].map((path) => [path, 'http://127.0.0.1:4170'])),
  },
});

export default config;
