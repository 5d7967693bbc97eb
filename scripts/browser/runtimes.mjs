import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';
import { fetchPackage, runNpm } from '../bootstrap/fetch-package.mjs';

/** Other runtimes than Node, as npm has them; `programs` by platform and architecture. */
const RUNTIMES = [
  {
    name: 'Bun',
    spec: 'bun@1.4.5',
    programs: platformPrograms((platform) => `@oven/bun-${platform}/bin/bun`, {
      'linux-arm64': 'linux-aarch64',
      'darwin-arm64': 'darwin-aarch64',
    }),
    flags: ['run'],
  },
  {
    name: 'Deno',
    spec: 'deno@2.9.6',
    programs: platformPrograms((platform) => `@deno/${platform}/deno`, {
      'linux-x64': 'linux-x64-glibc',
      'linux-arm64': 'linux-arm64-glibc',
    }),
    flags: [
      'run',
      '--quiet',
      '--no-config',
      '--node-modules-dir=manual',
      '--allow-net',
      '--allow-env',
      '--allow-read',
    ],
  },
];

/**
 * Brings the runtimes into the project.
 *
 * @returns For each its name, and how to run a file with it, or why it can't run on this machine.
 */
export function bringRuntimes() {
  return Promise.all(RUNTIMES.map(bring));
}

async function bring({ name, spec, programs, flags }) {
  const program = programs[`${process.platform}-${process.arch}`];
  if (program === undefined) return { name, unusable: `npm has no ${name} for this machine` };
  const file = await fetchPackage({
    spec,
    into: path.resolve('.parlance', spec),
    expect: path.join('node_modules', program),
    activity: `bringing ${spec}`,
    env: process.env,
    run: runNpm,
  });
  const { code, signal, output } = await start(file, ['--version']);
  // For example a processor without the instructions that the program was built for.
  if (code !== 0)
    return { name, unusable: `${spec} does not start here: ${signal ?? code} ${output.trim()}` };
  return { name, run: (args) => start(file, [...flags, ...args]) };
}

function start(file, args) {
  return runCaptured(file, args, { cwd: process.cwd(), env: { ...process.env, NO_COLOR: '1' } });
}

function platformPrograms(toPath, names) {
  const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
  return Object.fromEntries(platforms.map((platform) => [platform, toPath(names[platform] ?? platform)]));
}
