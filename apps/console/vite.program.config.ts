import { defineConfig, type UserConfig } from 'vite';

/** The program for Node. Its dependencies are inside, the packages of the workspace from their sources: none is built for it. */
const config: UserConfig = defineConfig({
  publicDir: false,
  // A program provides the peer dependencies of the packages in it: `npm start` installs nothing else.
  resolve: { dedupe: ['zod'] },
  ssr: {
    noExternal: true,
    resolve: { conditions: ['parlance-source', 'node', 'module', 'development|production'] },
  },
  build: {
    ssr: 'terminal/main.ts',
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node22.19',
  },
});

export default config;
