/** Shared tsup options. The entries come from the manifest of the package. */
import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';
import { writeDeclarations } from './declarations.ts';

/** The oldest Node that the packages support. */
export const TARGET = 'node22.19';

interface Manifest {
  readonly exports: Targets;
  readonly imports?: Targets;
}

/** Targets by entry and by condition, as `package.json` nests them. */
interface Targets {
  readonly [name: string]: string | Targets;
}

/** Returns the tsup options of a library package, which is the current folder. */
export function library(): Options {
  const { exports, imports = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const sources = [...sourcesOf(exports), ...sourcesOf(imports)];
  return {
    entry: Object.fromEntries(sources.map((source) => [source.replace(/^\.\/src\/|\.ts$/g, ''), source])),
    format: ['esm'],
    target: TARGET,
    splitting: true,
    // The declarations that tsup writes itself have no maps.
    onSuccess: async () => writeDeclarations(sources),
    sourcemap: true,
    // The packages publish `src`, so their source maps need no copy of it.
    esbuildOptions: (options) => {
      options.sourcesContent = false;
    },
    clean: true,
    // The user's runtime or bundler resolves `#name` with the conditions of its platform.
    external: [/^#/],
    // Some built-in modules, such as `node:sqlite`, have no name without the prefix.
    removeNodeProtocol: false,
  };
}

/** Returns all targets of the condition `parlance-source`. */
function sourcesOf(targets: Targets): readonly string[] {
  return Object.entries(targets).flatMap(([name, target]) => {
    if (typeof target === 'object') return sourcesOf(target);
    return name === 'parlance-source' ? [target] : [];
  });
}
