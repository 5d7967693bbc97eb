/** Follows the README to the letter, as somebody does who has nothing but this repository and Node. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { runCaptured } from '../bootstrap/child.mjs';
import { inParallel } from './run-tool.mjs';
import { readSteps } from './readme-programs.mjs';

/** What the README says, and what is put in its place: the checks have built already, and ports are shared. */
const PACK = 'npm run check -- build pack';
const PORT = '8080';

/**
 * Types the commands of the README, each program in an empty folder of its own, and runs the programs under each Node.
 *
 * @param options.readme - Its text.
 * @param options.root - Folder of the repository, with everything built and packed.
 * @param options.nodes - Path of the program of each Node, by version.
 * @param options.report - Told of each program and Node: a name, and exit code and output.
 */
export async function followReadme({ readme, root, nodes, report }) {
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
        const says = result.output.trim() === '' ? { code: 1, output: 'it printed nothing' } : result;
        report(`README: ${program.name} alone on Node ${version}`, result.code === 0 ? says : result);
      }
    });
  } finally {
    server.kill();
    rmSync(place, { recursive: true, force: true });
  }
}

function stepsOf(readme) {
  const { before, programs } = readSteps(readme);
  const [setup = '', variables = ''] = before.slice(-2);
  const [pack, service = '', ...more] = setup.trim().split('\n');
  if (pack !== PACK || !service.includes(`--port ${PORT}`) || more.length > 0) {
    throw new Error(`the README does not say to "${PACK}" and then to start the service at port ${PORT}`);
  }
  return { service, variables, programs };
}

function inShell(commands, folder, node) {
  const { PATH, ...env } = process.env;
  // Nothing of npm's own that would take time or a network; what is installed is the same.
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
