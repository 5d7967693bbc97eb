import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCaptured } from './child.mjs';
import { explain } from './failure.mjs';

/**
 * Brings one npm package into a folder of the project, with the npm of the machine.
 *
 * @param options.spec - Name and version, as npm takes them.
 * @param options.into - The folder; it exists only when the package is complete.
 * @param options.expect - A file that must be there in the end, relative to `into`.
 * @param options.run - Runs npm with arguments: {@link runNpm}.
 * @returns {Promise<string>} The path of that file.
 */
export async function fetchPackage({ spec, into, expect, env, activity, run }) {
  const wanted = path.join(into, expect);
  if (existsSync(wanted)) return wanted;
  const staging = `${into}.${process.pid}`;
  try {
    mkdirSync(staging, { recursive: true });
    // Without a package.json of its own npm would walk up and install into the project.
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

/** npm names its own program when it has started us; otherwise it is looked up on the PATH. */
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
  // Nothing of these packages has to run to be installed.
  const plain = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-global'];
  // Without a network, to be told so soon.
  const impatient = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  return ['install', spec, '--prefix', prefix, ...plain, ...quiet, ...impatient];
}
