/** Bugs that the simulation has to find: changes of the sources, for bundles that are thrown away. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import bugs from './planted-bugs.json' with { type: 'json' };
import type { simulate } from './simulate.ts';

/** A bug. */
export interface PlantedBug {
  readonly name: string;
  /** File below `packages`. */
  readonly file: string;
  /** Text that occurs once in the file. */
  readonly from: string;
  readonly to: string;
  /** Whether somebody chose it who had not read the list, the history or the world. */
  readonly isChosen: boolean;
}

/** The bugs. */
export const PLANTED_BUGS: readonly PlantedBug[] = bugs;

/**
 * Bundles the simulation with a bug.
 *
 * @param bug - The bug.
 * @param folder - Where the bundle goes.
 * @returns The function of the bundle.
 */
export async function simulationWith(bug: PlantedBug, folder: string): Promise<typeof simulate> {
  const name = bug.name.replaceAll(/\W+/g, '-');
  const outfile = path.join(folder, `${name}.mjs`);
  const source = path.join(import.meta.dirname, '../../../../packages', bug.file);
  await build({
    entryPoints: [path.join(import.meta.dirname, 'simulate.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parlance-source'],
    external: ['pg', 'pg-boss', 'pg-native'],
    // For undici, which is CommonJS.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [planting(bug, source)],
    logLevel: 'error',
  });
  const bundle = (await import(pathToFileURL(outfile).href)) as { readonly simulate: typeof simulate };
  return bundle.simulate;
}

function planting({ name, from, to }: PlantedBug, source: string): Plugin {
  return {
    name: 'planted-bug',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        if (path.resolve(file) !== path.resolve(source)) return undefined;
        const [before = '', ...after] = (await readFile(file, 'utf8')).split(from);
        if (after.length !== 1) throw new Error(`${name}: the text occurs ${after.length} times`);
        return { contents: before + to + (after[0] ?? ''), loader: 'ts' };
      });
    },
  };
}
