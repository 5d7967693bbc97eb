/** How the packages are built: tsup, with the entries that the manifest declares. */
import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';

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

/** The options of tsup for a library package; the current folder is that of the package. */
export function library(): Options {
  const { exports, imports = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const sources = [...sourcesOf(exports), ...sourcesOf(imports)];
  return {
    entry: Object.fromEntries(sources.map((source) => [source.replace(/^\.\/src\/|\.ts$/g, ''), source])),
    format: ['esm'],
    target: TARGET,
    splitting: true,
    dts: true,
    sourcemap: true,
    clean: true,
    // `#name` is resolved by the user's runtime or bundler, with the conditions of its platform.
    external: [/^#/],
    // Some built-in modules, such as `node:sqlite`, have no name without the prefix.
    removeNodeProtocol: false,
  };
}

/** Everything behind the condition `parlance-source`. */
function sourcesOf(targets: Targets): readonly string[] {
  return Object.entries(targets).flatMap(([name, target]) => {
    if (typeof target === 'object') return sourcesOf(target);
    return name === 'parlance-source' ? [target] : [];
  });
}
