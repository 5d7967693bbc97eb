import path from 'node:path';
import { fetchPackage } from './fetch-package.mjs';
import { BROUGHT_NODE, PNPM_VERSION, isUsableNode, nodePackageFor, pnpmPackageFor } from './platform.mjs';

/**
 * Finds the Node to work with: the one that runs this, or one brought into the project.
 *
 * @returns The path of the program.
 */
export async function ensureNode({ current, machine, folder, env, say, run }) {
  if (isUsableNode(current.version)) return current.path;
  const { name, program } = nodePackageFor(machine());
  const activity = `bringing Node ${BROUGHT_NODE} (npm package ${name})`;
  return fetchPackage({
    spec: `${name}@${BROUGHT_NODE}`,
    into: path.join(folder, `${name}-${BROUGHT_NODE.replace('^', '')}`),
    expect: path.join('node_modules', name, program),
    activity,
    env,
    run: announced(run, () => say(`this machine has Node ${current.version}; ${activity} into ${folder}`)),
  });
}

/**
 * Finds the package manager, brought into the project whatever the machine has: its version is part of the
 * repository.
 *
 * @returns The path of the program.
 */
export async function ensurePnpm({ machine, folder, env, say, run }) {
  const { name, program } = pnpmPackageFor(machine());
  const activity = `bringing pnpm ${PNPM_VERSION}`;
  return fetchPackage({
    spec: `${name}@${PNPM_VERSION}`,
    into: path.join(folder, `pnpm-${PNPM_VERSION}`),
    expect: path.join('node_modules', name, program),
    activity,
    env,
    run: announced(run, () => say(`${activity} into ${folder}`)),
  });
}

/** Says what is about to happen only when it does happen. */
function announced(run, announce) {
  return (args, options) => {
    announce();
    return run(args, options);
  };
}
