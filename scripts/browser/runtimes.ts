import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';
import { fetchPackage, runNpm } from '../bootstrap/fetch-package.mjs';

interface RuntimeSource {
  readonly name: string;
  readonly spec: string;
  /** Path of the program below `node_modules`, by platform and architecture. */
  readonly programs: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

/** A runtime for this machine. */
export interface Runtime {
  readonly name: string;
  /** Runs a file. If the runtime does not work on this machine, the reason. */
  readonly run:
    ((args: readonly string[]) => Promise<{ readonly output: string }>) | { readonly unusable: string };
}

/** Runtimes other than Node, from npm. */
const RUNTIMES: readonly RuntimeSource[] = [
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

/** Downloads the runtimes into the project. */
export function downloadRuntimes(): Promise<readonly Runtime[]> {
  return Promise.all(RUNTIMES.map(download));
}

async function download({ name, spec, programs, flags }: RuntimeSource): Promise<Runtime> {
  const program = programs[`${process.platform}-${process.arch}`];
  if (program === undefined) return { name, run: { unusable: `npm has no ${name} for this machine` } };
  const file = await fetchPackage({
    spec,
    // The program is in a dependency of the package.
    integrity: undefined,
    into: path.resolve('.parlance', spec),
    expect: path.join('node_modules', program),
    activity: `downloading ${spec}`,
    env: process.env,
    run: runNpm,
  });
  const { code, signal, output } = await start(file, ['--version']);
  // For example, the processor lacks instructions that the program was built for.
  if (code !== 0)
    return { name, run: { unusable: `${spec} does not start here: ${signal ?? code} ${output.trim()}` } };
  return { name, run: (args) => start(file, [...flags, ...args]) };
}

function start(file: string, args: readonly string[]) {
  return runCaptured(file, args, { cwd: process.cwd(), env: { ...process.env, NO_COLOR: '1' } });
}

function platformPrograms(
  toPath: (platform: string) => string,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
  return Object.fromEntries(platforms.map((platform) => [platform, toPath(names[platform] ?? platform)]));
}
