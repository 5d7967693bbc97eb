/** Runtimes other than Node. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--prefer-offline'];
const DENO_FLAGS = '--quiet --no-config --node-modules-dir=manual --allow-net --allow-env --allow-read';

/** A runtime for this machine. */
export interface Runtime {
  readonly name: string;
  /** Runs a file. If the runtime does not work on this machine, the reason. */
  readonly run: ((args: readonly string[]) => Promise<string>) | { readonly unusable: string };
}

/** Downloads the runtimes into the project, once per version. */
export function downloadRuntimes(): Promise<readonly Runtime[]> {
  return Promise.all([
    download('Bun', 'bun@1.4.5', ['run']),
    download('Deno', 'deno@2.9.6', ['run', ...DENO_FLAGS.split(' ')]),
  ]);
}

async function download(name: string, spec: string, flags: readonly string[]): Promise<Runtime> {
  const program = join(await install(spec), 'node_modules/.bin', name.toLowerCase());
  const start = async (args: readonly string[]): Promise<string> =>
    (await exec(program, args, { env: { ...process.env, NO_COLOR: '1' } })).stdout;
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
  const folder = resolve('.parlance/runtimes', spec);
  if (existsSync(folder)) return folder;
  await mkdir(resolve('.parlance/runtimes'), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  await writeFile(join(staging, 'package.json'), '{ "private": true }');
  await exec('npm', ['install', ...QUIET, spec], { cwd: staging });
  await rename(staging, folder).catch(() => rm(staging, { recursive: true }));
  return folder;
}
