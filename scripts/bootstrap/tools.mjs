import path from 'node:path';
import { fetchPackage } from './fetch-package.mjs';
import { isUsableNode, nodePackageFor, pnpmPackageFor } from './platform.mjs';

/**
 * Finds a supported Node: the current one, or one downloaded into the project.
 *
 * @returns The path of the program.
 */
export async function ensureNode({ current, machine, ...tools }) {
  if (isUsableNode(current.version)) return current.path;
  const wanted = nodePackageFor(machine());
  const activity = `downloading Node ${wanted.version} (npm package ${wanted.name})`;
  return fetchTool(wanted, { ...tools, activity, notice: `this machine has Node ${current.version}; ` });
}

/**
 * Finds the package manager, which is always downloaded into the project, because the repository pins its version.
 *
 * @returns The path of the program.
 */
export async function ensurePnpm({ machine, ...tools }) {
  const wanted = pnpmPackageFor(machine());
  return fetchTool(wanted, { ...tools, activity: `downloading pnpm ${wanted.version}`, notice: '' });
}

/** Downloads a tool, once per version. The download is announced only if it takes place. */
function fetchTool({ name, version, integrity, program }, { folder, env, log, run, activity, notice }) {
  return fetchPackage({
    spec: `${name}@${version}`,
    integrity,
    into: path.join(folder, `${name.replace('/', '-')}-${version}`),
    expect: path.join('node_modules', name, program),
    activity,
    env,
    run: (args, options) => {
      log(`${notice}${activity} into ${folder}`);
      return run(args, options);
    },
  });
}
