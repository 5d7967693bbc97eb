import { defineConfig, type UserConfig } from 'vite';

/** Builds the Node.js program with all dependencies bundled. Workspace packages are bundled from their sources. */
const config: UserConfig = defineConfig({
  publicDir: false,
  // Bundles single copies of zod and yaml, which are peer dependencies of the workspace packages.
  resolve: { dedupe: ['yaml', 'zod'] },
  ssr: {
    noExternal: true,
    resolve: { conditions: ['parlance-source', 'node', 'module', 'development|production'] },
  },
  build: {
    ssr: 'terminal/main.ts',
    outDir: 'dist',
    // Keeps chunks next to main.js: run-console.ts locates the pages relative to itself.
    assetsDir: '',
    emptyOutDir: true,
    target: 'node22.19',
  },
});

export default config;
