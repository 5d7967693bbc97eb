import path from 'node:path';
import { fetchPackage } from './fetch-package.mjs';
import { DOWNLOADED_NODE, PNPM_VERSION, isUsableNode, nodePackageFor, pnpmPackageFor } from './platform.mjs';

/**
 * Finds a supported Node: the current one, or one downloaded into the project.
 *
 * @returns The path of the program.
 */
export async function ensureNode({ current, machine, folder, env, log, run }) {
  if (isUsableNode(current.version)) return current.path;
  const { name, program } = nodePackageFor(machine());
  const activity = `downloading Node ${DOWNLOADED_NODE} (npm package ${name})`;
  return fetchPackage({
    spec: `${name}@${DOWNLOADED_NODE}`,
    into: path.join(folder, `${name}-${DOWNLOADED_NODE.replace('^', '')}`),
    expect: path.join('node_modules', name, program),
    activity,
    env,
    run: announced(run, () => log(`this machine has Node ${current.version}; ${activity} into ${folder}`)),
  });
}

/**
 * Finds the package manager, which is always downloaded into the project, because the repository pins its version.
 *
 * @returns The path of the program.
 */
export async function ensurePnpm({ machine, folder, env, log, run }) {
  const { name, program } = pnpmPackageFor(machine());
  const activity = `downloading pnpm ${PNPM_VERSION}`;
  return fetchPackage({
    spec: `${name}@${PNPM_VERSION}`,
    into: path.join(folder, `pnpm-${PNPM_VERSION}`),
    expect: path.join('node_modules', name, program),
    activity,
    env,
    run: announced(run, () => log(`${activity} into ${folder}`)),
  });
}

/** Announces a download only if it takes place. */
function announced(run, announce) {
  return (args, options) => {
    announce();
    return run(args, options);
  };
}
