/** Follows the README to the letter, like a newcomer who has only this repository and Node. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';
import type { LocalRegistry } from '../release/local-registry.ts';
import { REGISTRY } from '../release/published.ts';
import { firstLine } from './first-line.ts';
import { readSteps } from './readme-programs.ts';
import { inParallel, type ToolResult } from './run-tool.ts';

/** Places of the README that differ here: the checks have already built, and ports are shared. */
const SERVE = 'npm run registry';
const PORT = '8080';

/** Options of {@link followReadme}. */
export interface NewcomerOptions {
  /** Text of the README. */
  readonly readme: string;
  /** Registry that has the packages. */
  readonly registry: LocalRegistry;
  /** Version and path of each Node. */
  readonly nodes: readonly (readonly [version: string, program: string])[];
  /** Called with the result of each program on each Node. */
  readonly report: (name: string, result: ToolResult) => void;
}

/** Runs the commands of the README, with an empty folder for each program, and runs the programs on each Node. */
export async function followReadme({ readme, registry, nodes, report }: NewcomerOptions): Promise<void> {
  const { before, programs } = readSteps(readme);
  const [serve = '', emulator = ''] = before.slice(-2);
  if (REGISTRY !== undefined && !serve.startsWith(SERVE))
    throw new Error(`the README must first run "${SERVE}"`);
  if (!emulator.includes(`--port ${PORT}`))
    throw new Error(`the README must start the emulator at port ${PORT} before its first program`);
  const here = (commands: string): string =>
    REGISTRY === undefined ? commands : commands.replaceAll(REGISTRY, registry.url);
  const place = mkdtempSync(path.join(tmpdir(), 'parlance-newcomer-'));
  // A process group of its own, because npx does not pass signals on to the program it runs.
  const server = spawn('bash', ['-c', here(emulator).replace(PORT, '0')], {
    cwd: place,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    const { url } = JSON.parse(await firstLine(server.stdout));
    await inParallel(programs, 2, async (program) => {
      const folder = path.join(place, program.name.replace('.mjs', ''));
      mkdirSync(folder);
      writeFileSync(path.join(folder, '.npmrc'), registry.npmrc);
      const commands = here(program.commands).replace(`http://127.0.0.1:${PORT}`, url);
      const variables = commands.split('\n').filter((command) => command.startsWith('export '));
      const installed = await inShell(commands, folder);
      if (installed.code !== 0) return report(`README: ${program.commands.trim()}`, installed);
      writeFileSync(path.join(folder, program.name), program.code);
      for (const [version, node] of nodes) {
        const result = await inShell([...variables, `node ${program.name}`].join('\n'), folder, node);
        const outcome = result.output.trim() === '' ? { code: 1, output: 'it printed nothing' } : result;
        report(`README: ${program.name} alone on Node ${version}`, result.code === 0 ? outcome : result);
      }
    });
  } finally {
    if (server.pid !== undefined) process.kill(-server.pid);
    rmSync(place, { recursive: true, force: true });
  }
}

function inShell(commands: string, cwd: string, node?: string): Promise<ToolResult> {
  return runCaptured('bash', ['-c', commands], { cwd, env: environment(node) });
}

function environment(node?: string): NodeJS.ProcessEnv {
  const { PATH = '', ...env } = process.env;
  return {
    ...env,
    // Skip npm's audit and funding requests; they do not affect what is installed.
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
    // Answers the question of npx, also on a machine whose settings refuse.
    npm_config_yes: 'true',
    NODE_OPTIONS: '',
    PATH: node === undefined ? PATH : `${path.dirname(node)}${path.delimiter}${PATH}`,
  };
}
