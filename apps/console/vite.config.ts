import { defineConfig, type UserConfig } from 'vite';

/** The pages: everything they need is in the bundle, so that no request leaves the machine. */
const config: UserConfig = defineConfig({
  root: new URL('web', import.meta.url).pathname,
  publicDir: false,
  resolve: { conditions: ['parlance-source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: new URL('dist/web', import.meta.url).pathname,
    emptyOutDir: true,
    target: 'es2024',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `pnpm --filter @parlance/console dev` beside a running `npm start -- --no-open --port 4170`.
  server: { proxy: { '/rpc': 'http://127.0.0.1:4170', '/files': 'http://127.0.0.1:4170' } },
});

export default config;
