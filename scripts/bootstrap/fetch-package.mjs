import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCaptured } from './child.mjs';
import { explain } from './failure.mjs';

/**
 * Installs an npm package into a folder of the project, with the machine's npm.
 *
 * @param options.spec - Name and version, as npm expects them.
 * @param options.integrity - Hash of the package, which npm verifies before it unpacks anything. Requires an exact version.
 * Without it, npm verifies the hash that the registry states.
 * @param options.into - The folder. It does not exist until the package is complete.
 * @param options.expect - A file that the package must contain, relative to `into`.
 * @param options.run - Runs npm, e.g. {@link runNpm}.
 * @returns {Promise<string>} The path of that file.
 */
export async function fetchPackage({ spec, integrity, into, expect, env, activity, run }) {
  const wanted = path.join(into, expect);
  if (existsSync(wanted)) return wanted;
  const staging = `${into}.${process.pid}`;
  try {
    mkdirSync(staging, { recursive: true });
    writeManifests({ spec, integrity, folder: staging });
    const args = installArguments({ spec, integrity, prefix: staging });
    const { code, output } = await run(args, { cwd: staging, env });
    if (code !== 0) throw explain(activity, { output });
    if (!existsSync(path.join(staging, expect))) {
      throw explain(activity, { output: `${spec} does not contain ${expect}` });
    }
    rmSync(into, { recursive: true, force: true });
    renameSync(staging, into);
    return wanted;
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw explain(activity, { error });
  }
}

/** npm sets a variable with its own path when it starts a script; otherwise npm is found on the PATH. */
export function runNpm(args, { cwd, env }) {
  const program = env.npm_execpath;
  if (program?.endsWith('.js') && existsSync(program)) {
    return runCaptured(process.execPath, [program, ...args], { cwd, env });
  }
  const windows = process.platform === 'win32';
  return runCaptured(windows ? 'npm.cmd' : 'npm', args, { cwd, env, shell: windows });
}

/** Without its own package.json, npm would walk up and install into the project. */
function writeManifests({ spec, integrity, folder }) {
  const write = (name, value) => writeFileSync(path.join(folder, name), `${JSON.stringify(value)}\n`);
  if (integrity === undefined) return write('package.json', { private: true });
  const at = spec.lastIndexOf('@');
  const [name, version] = [spec.slice(0, at), spec.slice(at + 1)];
  const dependencies = { [name]: version };
  write('package.json', { private: true, dependencies });
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
  write('package-lock.json', { lockfileVersion: 3, requires: true, packages });
}

function installArguments({ spec, integrity, prefix }) {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  // These packages need no install scripts.
  const plain = ['--ignore-scripts', '--no-global'];
  // Fail fast without a network.
  const impatient = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const what = integrity === undefined ? ['install', spec, '--no-save', '--no-package-lock'] : ['ci'];
  return [...what, '--prefix', prefix, ...plain, ...quiet, ...impatient];
}
