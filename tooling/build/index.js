import { rmSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { emitDeclarations } from './declarations.js';
import { bundleForRuntimes } from './runtime-bundle.js';
import { TARGET } from './target.js';

/** Files that sit beside the sources and are never shipped. */
const NOT_SHIPPED = ['src/**/*.test.ts', 'src/**/*.test-d.ts', 'src/**/*.examples.ts', 'src/**/testing/**'];

export function perModule({ exclude = [] } = {}) {
  const entry = globSync('src/**/*.ts', { ignore: [...NOT_SHIPPED, ...exclude] }).sort();
  // What was built from sources that are gone must not be shipped.
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
    onSuccess: async () => {
      emitDeclarations({ entry, from: 'src', to: 'dist' });
      await bundleForRuntimes();
    },
  };
}
