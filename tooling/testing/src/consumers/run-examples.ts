/**
 * Runs each program in `examples/` against an emulator of its own and compares what it prints with the output in its
 * README, where `…` matches any text. The packages are installed by name from a local registry.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pMap from 'p-map';
import { runCaptured } from '../../../../scripts/bootstrap/child.mjs';
import { publishTarballs, startRegistry } from '../../../../scripts/release/local-registry.ts';
import { makeConsumer, type Consumer } from './consumer-project.ts';
import { escaped } from './readme-programs.ts';

const OURS = '@parlance/';
const root = path.resolve(import.meta.dirname, '../../../..');

const names = globSync('*/main.ts', { cwd: path.join(root, 'examples') }).map((file) => path.dirname(file));
if (names.length === 0) throw new Error('there are no examples');
const registry = await startRegistry();
await publishTarballs(registry);
const consumer = await makeConsumer({ registry, ...readDependencies() });
const results = await pMap(names.sort(), (name) => run(name, consumer), { concurrency: 2 }).finally(
  async () => {
    consumer.remove();
    await registry.stop();
  },
);
for (const { name, problem } of results)
  if (problem !== undefined) console.error(`examples/${name}: ${problem}`);
process.exitCode = results.some(({ problem }) => problem !== undefined) ? 1 : 0;

async function run(
  name: string,
  { folder: project }: Consumer,
): Promise<{ readonly name: string; readonly problem?: string }> {
  const folder = path.join(project, 'examples', name);
  cpSync(path.join(root, 'examples', name), folder, {
    recursive: true,
    filter: (source) => path.basename(source) !== 'node_modules',
  });
  const cli = path.join(project, 'node_modules/@parlance/testing-fakes/dist/cli.js');
  const server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--seed', 'demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(createInterface(server.stdout), 'line');
    const { url, keys } = JSON.parse(line);
    const { code, output } = await runCaptured(process.execPath, ['main.ts'], {
      cwd: folder,
      env: {
        ...process.env,
        PARLANCE_BASE_URL: url,
        PARLANCE_API_KEY: keys.api,
        PARLANCE_COMPLIANCE_KEY: keys.compliance,
        PARLANCE_ADMIN_KEY: keys.admin,
      },
    });
    if (code !== 0) return { name, problem: `exit code ${code}\n${output}` };
    const missing = missingLines(readFileSync(path.join(folder, 'README.md'), 'utf8'), output);
    return missing.length === 0
      ? { name }
      : { name, problem: `expected ${missing.join('\n')}\nin\n${output}` };
  } finally {
    server.kill();
  }
}

/** Returns the dependencies of all examples: our packages, and the installed versions of the others. */
function readDependencies(): { readonly packages: string[]; readonly others: Record<string, string> } {
  const dependencyNames = Object.keys(readManifest('examples').dependencies);
  const others = dependencyNames.filter((dependency) => !dependency.startsWith(OURS));
  return {
    packages: dependencyNames.filter((name) => name.startsWith(OURS)).map((name) => name.slice(OURS.length)),
    others: Object.fromEntries(
      others.map((name) => [name, readManifest(`examples/node_modules/${name}`).version]),
    ),
  };
}

function readManifest(folder: string): {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
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
