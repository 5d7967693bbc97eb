/** Follows the README to the letter, like a newcomer who has only this repository and Node. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { runCaptured } from '../bootstrap/child.mjs';
import { readSteps, type Steps } from './readme-programs.ts';
import { inParallel, type ToolResult } from './run-tool.ts';

/** Commands of the README that are not run as written: the checks have already built, and ports are shared. */
const PACK = 'npm run check -- build pack';
const PORT = '8080';

/** Options of {@link followReadme}. */
export interface NewcomerOptions {
  /** Text of the README. */
  readonly readme: string;
  /** Folder of the repository, with everything built and packed. */
  readonly root: string;
  /** Version and path of each Node. */
  readonly nodes: readonly (readonly [version: string, program: string])[];
  /** Called with the result of each program on each Node. */
  readonly report: (name: string, result: ToolResult) => void;
}

/** Runs the commands of the README, with an empty folder for each program, and runs the programs on each Node. */
export async function followReadme({ readme, root, nodes, report }: NewcomerOptions): Promise<void> {
  const place = mkdtempSync(path.join(tmpdir(), 'parlance-newcomer-'));
  symlinkSync(root, path.join(place, 'parlance'));
  const { service, variables, programs } = stepsOf(readme);
  const server = spawn('bash', ['-c', `exec ${service.replace(PORT, '0')}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(createInterface(server.stdout), 'line');
    const typed = variables.replace(`http://127.0.0.1:${PORT}`, JSON.parse(line).url);
    await inParallel(programs, 2, async (program) => {
      const folder = path.join(place, program.name.replace('.mjs', ''));
      mkdirSync(folder);
      const installed = await inShell(program.commands, folder);
      if (installed.code !== 0) return report(`README: ${program.commands.trim()}`, installed);
      writeFileSync(path.join(folder, program.name), program.code);
      for (const [version, node] of nodes) {
        const result = await inShell(`${typed}\nnode ${program.name}`, folder, node);
        const outcome = result.output.trim() === '' ? { code: 1, output: 'it printed nothing' } : result;
        report(`README: ${program.name} alone on Node ${version}`, result.code === 0 ? outcome : result);
      }
    });
  } finally {
    server.kill();
    rmSync(place, { recursive: true, force: true });
  }
}

function stepsOf(
  readme: string,
): Pick<Steps, 'programs'> & { readonly service: string; readonly variables: string } {
  const { before, programs } = readSteps(readme);
  const [setup = '', variables = ''] = before.slice(-2);
  const [pack, service = '', ...more] = setup.trim().split('\n');
  if (pack !== PACK || !service.includes(`--port ${PORT}`) || more.length > 0) {
    throw new Error(`the README must first run "${PACK}", then start the service at port ${PORT}`);
  }
  return { service, variables, programs };
}

function inShell(commands: string, folder: string, node?: string): Promise<ToolResult> {
  const { PATH = '', ...env } = process.env;
  // Skip npm's audit and funding requests; they do not affect what is installed.
  const quick = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' };
  return runCaptured('bash', ['-c', commands], {
    cwd: folder,
    env: {
      ...env,
      ...quick,
      NODE_OPTIONS: '',
      PATH: node === undefined ? PATH : `${path.dirname(node)}${path.delimiter}${PATH}`,
    },
  });
}
