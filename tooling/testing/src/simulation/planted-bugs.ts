/** Bugs that the simulation has to find: changes of the sources, for bundles that are thrown away. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import bugs from './planted-bugs.json' with { type: 'json' };

const execute = promisify(execFile);

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

/** Seeds of a process: it keeps memory of each one, because Node.js keeps combined abort signals. */
const SEEDS_PER_PROCESS = 250;

/** The program of a process: it prints the first seed with a violation, if there is one. */
const PROGRAM = `
import { simulate } from './simulate.ts';
const [first, last] = process.argv.slice(2).map(Number);
for (let seed = first; seed <= last; seed += 1)
  if ((await simulate(seed)).violations.length > 0) {
    console.log(seed);
    break;
  }
process.exit();
`;

/** Bundles the simulation, with a bug or without, and returns the path of the program. */
export async function bundleSimulation(folder: string, bug?: PlantedBug): Promise<string> {
  const outfile = path.join(folder, 'simulation.mjs');
  await build({
    stdin: { contents: PROGRAM, loader: 'ts', resolveDir: import.meta.dirname },
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
    plugins: bug === undefined ? [] : [planting(bug)],
    logLevel: 'error',
  });
  return outfile;
}

/** Returns the first seed with a violation, or undefined. */
export async function firstViolation(
  program: string,
  [first, last]: readonly [first: number, last: number],
): Promise<number | undefined> {
  for (let from = first; from <= last; from += SEEDS_PER_PROCESS) {
    const to = Math.min(last, from + SEEDS_PER_PROCESS - 1);
    const { stdout } = await execute(process.execPath, [program, String(from), String(to)]);
    if (stdout !== '') return Number(stdout);
  }
  return undefined;
}

function planting({ name, file: target, from, to }: PlantedBug): Plugin {
  const source = path.join(import.meta.dirname, '../../../../packages', target);
  return {
    name: 'planted-bug',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        if (path.resolve(file) !== source) return undefined;
        const [before = '', ...after] = (await readFile(file, 'utf8')).split(from);
        if (after.length !== 1) throw new Error(`${name}: the text occurs ${after.length} times`);
        return { contents: before + to + (after[0] ?? ''), loader: 'ts' };
      });
    },
  };
}
