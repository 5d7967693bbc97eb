import { existsSync } from 'node:fs';
import path from 'node:path';
import { explain } from './failure.mjs';
import { fingerprint, stampFile } from './fingerprint.mjs';

/** The file that `npm start` runs. */
export const CONSOLE_PROGRAM = 'apps/console/dist/main.js';

/** The inputs of the build. */
const CONSOLE_SOURCES = ['packages', 'apps/console', 'pnpm-lock.yaml'];

/**
 * Builds the console from the sources of the workspace, unless they have not changed.
 *
 * Vite bundles the packages into it. They are not built separately, because `npm start` does not install their build tools.
 */
export async function ensureConsoleBuilt({ root, folder, pnpm, env, log, run }) {
  const stamp = stampFile(folder, 'console');
  const state = fingerprint(root, CONSOLE_SOURCES);
  if (stamp.read() === state && existsSync(path.join(root, CONSOLE_PROGRAM))) return;
  log('building the program');
  const cwd = path.join(root, 'apps/console');
  const result = await run(pnpm, ['run', 'build'], { cwd, env });
  if (result.code !== 0) throw explain('building the program', { output: result.output });
  stamp.write(state);
}

/** Builds every package that has changed. */
export async function ensurePackagesBuilt({ root, pnpm, env, log, run }) {
  log('building the packages that have changed');
  const result = await run(pnpm, ['run', 'build'], { cwd: root, env });
  if (result.code !== 0) throw explain('building the packages', { output: result.output });
}
