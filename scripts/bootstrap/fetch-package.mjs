import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCaptured } from './child.mjs';
import { explain } from './failure.mjs';

/**
 * Installs an npm package into a folder of the project, with the machine's npm.
 *
 * @param options.spec - Name and version, as npm expects them.
 * @param options.into - The folder. It does not exist until the package is complete.
 * @param options.expect - A file that the package must contain, relative to `into`.
 * @param options.run - Runs npm, e.g. {@link runNpm}.
 * @returns {Promise<string>} The path of that file.
 */
export async function fetchPackage({ spec, into, expect, env, activity, run }) {
  const wanted = path.join(into, expect);
  if (existsSync(wanted)) return wanted;
  const staging = `${into}.${process.pid}`;
  try {
    mkdirSync(staging, { recursive: true });
    // Without its own package.json, npm would walk up and install into the project.
    writeFileSync(path.join(staging, 'package.json'), '{"private":true}\n');
    const { code, output } = await run(installArguments({ spec, prefix: staging }), { cwd: staging, env });
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

function installArguments({ spec, prefix }) {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  // These packages need no install scripts.
  const plain = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-global'];
  // Fail fast without a network.
  const impatient = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  return ['install', spec, '--prefix', prefix, ...plain, ...quiet, ...impatient];
}
