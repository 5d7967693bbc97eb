import { rmSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { emitDeclarations } from './declarations.js';

/** Files that sit beside the sources and are never shipped. */
const NOT_SHIPPED = ['src/**/*.test.ts', 'src/**/*.test-d.ts', 'src/**/*.examples.ts', 'src/**/testing/**'];

/** The same for every output: the oldest Node that the packages support, so nothing is lowered for nobody. */
const TARGET = 'node22.19';

export function perModule({ exclude = [] } = {}) {
  const entry = globSync('src/**/*.ts', { ignore: [...NOT_SHIPPED, ...exclude] }).sort();
  // Removed here and not by tsup's `clean`: configurations of one package run side by side, and each would
  // remove what the other has just written.
  rmSync('dist', { recursive: true, force: true });
  return {
    entry,
    outDir: 'dist',
    format: 'esm',
    target: TARGET,
    platform: 'neutral',
    bundle: false,
    splitting: false,
    sourcemap: false,
    clean: false,
    dts: false,
    silent: true,
    onSuccess: async () => emitDeclarations({ entry, from: 'src', to: 'dist' }),
  };
}

export function bundledCommand({ entry, external = [], minify = true }) {
  return {
    entry,
    outDir: 'dist',
    format: 'esm',
    target: TARGET,
    platform: 'node',
    bundle: true,
    splitting: false,
    minify,
    sourcemap: false,
    clean: false,
    dts: false,
    silent: true,
    external: [...external],
    noExternal: [/.*/],
    // Bundled straight from the sources of the workspace, so that the order of builds does not matter.
    esbuildOptions: (options) => {
      options.conditions = ['parlance-source'];
      options.legalComments = 'none';
    },
  };
}
