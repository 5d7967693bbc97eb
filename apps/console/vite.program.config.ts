import { defineConfig, type UserConfig } from 'vite';

/** Builds the Node.js program with all dependencies bundled. Workspace packages are bundled from their sources. */
const config: UserConfig = defineConfig({
  publicDir: false,
  // Bundles a single copy of zod, which is a peer dependency of the workspace packages.
  resolve: { dedupe: ['zod'] },
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
