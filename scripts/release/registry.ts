/**
 * Builds and packs the packages and serves them on this machine until it is stopped. `--port` defaults to 4873.
 *
 * `install FOLDER PACKAGE...` installs packages into a folder instead, and stops.
 */
import { parseArgs } from 'node:util';
import { runCaptured } from '../bootstrap/child.mjs';
import { runNpm } from '../bootstrap/fetch-package.mjs';
import { type LocalRegistry, publishTarballs, startRegistry } from './local-registry.ts';

const USAGE =
  'usage: npm run registry [-- --port PORT]\n       npm run registry -- install FOLDER PACKAGE...';

const HERE = { cwd: process.cwd(), env: process.env };

try {
  const { values, positionals } = parseArgs({
    options: { port: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.length === 0) await serve(values.port ?? '4873');
  else await install(positionals);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function serve(port: string): Promise<void> {
  // Before the build, which takes a minute: the port may be taken.
  const registry = await startRegistry(Number(port)).catch((cause: unknown) => {
    throw new Error(`port ${port} cannot be used; choose another with "npm run registry -- --port PORT"`, {
      cause,
    });
  });
  await publishPackages(registry).catch(async (error: unknown) => {
    await registry.stop();
    throw error;
  });
  console.log(`The packages are at ${registry.url}. Folders that install them need this line in .npmrc:`);
  console.log(`@parlance:registry=${registry.url}`);
}

async function install([command, folder, ...packages]: readonly string[]): Promise<void> {
  if (command !== 'install' || folder === undefined || packages.length === 0) throw new Error(USAGE);
  const registry = await startRegistry();
  try {
    await publishPackages(registry);
    console.error(`installing into ${folder}`);
    const quick = ['--loglevel=error', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
    const options = [`--prefix=${folder}`, `--@parlance:registry=${registry.url}`, ...quick];
    const { code, output } = await runNpm(['install', ...options, ...packages], HERE);
    if (code !== 0) throw new Error(`npm could not install the packages:\n${output}`);
    console.log(output.trim());
    if (process.execPath.includes('.parlance'))
      console.log(`Programs need Node 22.19 or later. If yours is older, run them with ${process.execPath}`);
  } finally {
    await registry.stop();
  }
}

async function publishPackages(registry: LocalRegistry): Promise<void> {
  console.error('building the packages, which takes a minute or two');
  const checks = ['scripts/check/main.ts', 'build', 'pack'];
  const { code, output } = await runCaptured(process.execPath, checks, HERE);
  if (code !== 0) throw new Error(`the packages could not be built:\n${output}`);
  await publishTarballs(registry);
}
