/** Runtimes other than Node. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const QUIET = '--no-audit --no-fund --no-update-notifier --loglevel=error --prefer-offline --ignore-scripts';
const DENO_FLAGS = '--quiet --no-config --node-modules-dir=manual --allow-net --allow-env --allow-read';

/** A runtime for this machine. */
export interface Runtime {
  readonly name: string;
  /** Runs a file. If the runtime does not work on this machine, the reason. */
  readonly run: ((args: readonly string[]) => Promise<string>) | { readonly unusable: string };
}

interface RuntimeSource {
  readonly name: string;
  readonly spec: string;
  /** Path of the program below `node_modules`, by platform and architecture. */
  readonly programs: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

const RUNTIMES: readonly RuntimeSource[] = [
  {
    name: 'Bun',
    spec: 'bun@1.4.5',
    programs: {
      'linux-x64': '@oven/bun-linux-x64/bin/bun',
      'linux-arm64': '@oven/bun-linux-aarch64/bin/bun',
      'darwin-x64': '@oven/bun-darwin-x64/bin/bun',
      'darwin-arm64': '@oven/bun-darwin-aarch64/bin/bun',
    },
    flags: ['run'],
  },
  {
    name: 'Deno',
    spec: 'deno@2.9.6',
    programs: {
      'linux-x64': '@deno/linux-x64-glibc/deno',
      'linux-arm64': '@deno/linux-arm64-glibc/deno',
      'darwin-x64': '@deno/darwin-x64/deno',
      'darwin-arm64': '@deno/darwin-arm64/deno',
    },
    flags: ['run', ...DENO_FLAGS.split(' ')],
  },
];

/** Downloads the runtimes into the project, once per version. */
export function downloadRuntimes(): Promise<readonly Runtime[]> {
  return Promise.all(RUNTIMES.map(download));
}

async function download({ name, spec, programs, flags }: RuntimeSource): Promise<Runtime> {
  const program = programs[`${process.platform}-${process.arch}`];
  if (program === undefined) return { name, run: { unusable: `npm has no ${name} for this machine` } };
  const file = join(await install(spec), 'node_modules', program);
  const start = async (args: readonly string[]): Promise<string> =>
    (await exec(file, args, { env: { ...process.env, NO_COLOR: '1' } })).stdout;
  try {
    await start(['--version']);
  } catch (error) {
    // For example, the processor lacks instructions that the program was built for.
    return { name, run: { unusable: `${spec} does not start here: ${String(error)}` } };
  }
  return { name, run: (args) => start([...flags, ...args]) };
}

/** Installs a package in a folder of its own, which does not exist until it is complete. Returns the folder. */
async function install(spec: string): Promise<string> {
  const folder = resolve('.parlance', spec);
  if (existsSync(folder)) return folder;
  await mkdir(resolve('.parlance'), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  await writeFile(join(staging, 'package.json'), '{ "private": true }');
  await exec('npm', ['install', ...QUIET.split(' '), spec], { cwd: staging });
  await rename(staging, folder).catch(() => rm(staging, { recursive: true }));
  return folder;
}
