/**
 * Runs a command of the repository on a machine that has only Node 18 or later and npm: downloads a suitable Node and
 * the package manager, installs and builds what the command needs, then hands over to it.
 *
 * Writes only to stderr, because stdout belongs to the command. Has no dependencies and uses no syntax newer than
 * Node 18, because it runs before anything is installed.
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCaptured, runInPlace } from './child.mjs';
import { COMMANDS, environmentFor, prepare } from './commands.mjs';
import { SetupError, describe, explain } from './failure.mjs';
import { runNpm } from './fetch-package.mjs';
import { withLock } from './lock.mjs';
import { thisMachine } from './platform.mjs';
import { ensureNode, ensurePnpm } from './tools.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.join(root, '.parlance');

function log(text) {
  process.stderr.write(`parlance: ${text}\n`);
}

async function main([name, ...args]) {
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new SetupError(`unknown command "${name ?? ''}"`, {
      hint: `Commands: ${Object.keys(COMMANDS).join(', ')}.`,
    });
  }
  prepareFolder();
  const { node, env } = await withLock(
    { folder, onWait: () => log('waiting for another setup to finish') },
    () => setUp(command),
  );
  const [program, ...first] = command.program;
  return runInPlace(node, [path.join(root, program), ...first, ...args], { cwd: root, env });
}

async function setUp(command) {
  const tools = { machine: thisMachine, folder, env: withWritableHome(process.env), log, run: runNpm };
  const [node, pnpm] = await bothOf(
    ensureNode({ ...tools, current: { version: process.version, path: process.execPath } }),
    ensurePnpm(tools),
  );
  const env = environmentFor({ env: process.env, node, pnpm });
  const context = { root, folder, node, pnpm, env: withWritableHome(env), log, run: runCaptured };
  await prepare(command, context);
  return { node, env };
}

/** Waits for both even if one fails, so that no download continues after the error message. */
async function bothOf(...running) {
  const results = await Promise.allSettled(running);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  return results.map(({ value }) => value);
}

function prepareFolder() {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw explain(`creating ${folder}`, { error });
  }
}

/** npm and pnpm keep their caches in the home folder, or in the project if the home folder is not writable. */
function withWritableHome(env) {
  try {
    accessSync(env.HOME ?? env.USERPROFILE ?? '', constants.W_OK);
    return env;
  } catch {
    return {
      ...env,
      npm_config_cache: path.join(folder, 'npm-cache'),
      pnpm_config_store_dir: path.join(folder, 'pnpm-store'),
      pnpm_config_cache_dir: path.join(folder, 'pnpm-cache'),
      pnpm_config_state_dir: path.join(folder, 'pnpm-state'),
    };
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(describe(error));
  process.exitCode = 1;
}
