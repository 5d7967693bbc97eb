import { existsSync } from 'node:fs';
import path from 'node:path';
import { explain } from './failure.mjs';
import { fingerprint, stampFile } from './fingerprint.mjs';

/** The file that `npm start` runs. */
export const CONSOLE_PROGRAM = 'apps/console/dist/main.js';

/** Everything that the built program is made of. */
const CONSOLE_SOURCES = ['packages', 'apps/console', 'pnpm-lock.yaml'];

/**
 * Builds the sample program from the sources of the workspace; does nothing when they have not changed.
 *
 * Vite bundles the packages with it, so that none has to be built: the tools that build them are not installed for `npm start`.
 */
export async function ensureConsoleBuilt({ root, folder, pnpm, env, say, run }) {
  const stamp = stampFile(folder, 'console');
  const state = fingerprint(root, CONSOLE_SOURCES);
  if (stamp.read() === state && existsSync(path.join(root, CONSOLE_PROGRAM))) return;
  say('building the program');
  const cwd = path.join(root, 'apps/console');
  const result = await run(pnpm, ['run', 'build'], { cwd, env });
  if (result.code !== 0) throw explain('building the program', { output: result.output });
  stamp.write(state);
}

/** Builds every package; the build tool keeps what has not changed. */
export async function ensurePackagesBuilt({ root, pnpm, env, say, run }) {
  say('building the packages that have changed');
  const result = await run(pnpm, ['run', 'build'], { cwd: root, env });
  if (result.code !== 0) throw explain('building the packages', { output: result.output });
}
