/**
 * Runs each program in `examples/` against an emulator of its own and compares what it prints with the output in its
 * README, where `…` matches any text. The programs use the built packages.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { runCaptured } from '../bootstrap/child.mjs';
import { inParallel } from './run-tool.ts';

const root = path.resolve(import.meta.dirname, '../..');
const SERVE = [
  path.join(root, 'packages/testing-fakes/dist/cli.js'),
  'serve',
  '--port',
  '0',
  '--seed',
  'demo',
];

const names = globSync('*/main.ts', { cwd: path.join(root, 'examples') }).map((file) => path.dirname(file));
if (names.length === 0) throw new Error('there are no examples');
const results = await inParallel(names.sort(), 2, run);
for (const { name, problem } of results)
  if (problem !== undefined) console.error(`examples/${name}: ${problem}`);
process.exitCode = results.some(({ problem }) => problem !== undefined) ? 1 : 0;

async function run(name: string): Promise<{ readonly name: string; readonly problem?: string }> {
  // A copy, because some programs write files; next to the packages that it imports.
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-example-'));
  const server = spawn(process.execPath, SERVE, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    cpSync(path.join(root, 'examples', name), folder, {
      recursive: true,
      filter: (source) => path.basename(source) !== 'node_modules',
    });
    symlinkSync(path.join(root, 'examples/node_modules'), path.join(folder, 'node_modules'));
    const [line] = await once(createInterface(server.stdout), 'line');
    const { code, output } = await runCaptured(process.execPath, ['main.ts'], {
      cwd: folder,
      env: {
        ...process.env,
        PARLANCE_BASE_URL: JSON.parse(line).url,
        PARLANCE_API_KEY: 'api-default',
        PARLANCE_COMPLIANCE_KEY: 'compliance-default',
        PARLANCE_ADMIN_KEY: 'admin-default',
      },
    });
    if (code !== 0) return { name, problem: `exit code ${code}\n${output}` };
    const missing = missingLines(readFileSync(path.join(folder, 'README.md'), 'utf8'), output);
    return missing.length === 0
      ? { name }
      : { name, problem: `expected ${missing.join('\n')}\nin\n${output}` };
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the lines of the README's output that the program did not print in this order. */
function missingLines(readme: string, output: string): string[] {
  const expected = /^```text\n([\s\S]*?)\n```$/m.exec(readme)?.[1]?.split('\n') ?? [
    'an output in the README',
  ];
  const printed = output.split('\n');
  return expected.filter((line) => {
    const pattern = new RegExp(`^${line.split('…').map(escaped).join('.*')}$`);
    const index = printed.findIndex((text) => pattern.test(text.trimEnd()));
    if (index === -1) return true;
    printed.splice(0, index + 1);
    return false;
  });
}

/** Escapes a text for a regular expression. `RegExp.escape` requires Node 24. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
