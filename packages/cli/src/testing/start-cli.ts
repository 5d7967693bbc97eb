/** Runs the command in a process of its own, built from the sources as it is for a package. */
// cspell:ignore stty qefc
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { checkLines } from './check-lines.js';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
/** Packages that are loaded when they are needed, and a package that depends on each. */
const EXTERNAL = { undici: 'core-transport', pg: 'cli', 'pg-boss': 'cli' };

/** A command. */
export interface Cli {
  /** Runs the command to its end. */
  run(argv: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** A new empty folder, removed with the command. */
  folder(): Promise<string>;
}

/** A built command. */
export interface BuiltCli extends Cli, AsyncDisposable {
  /** Folder of the package. */
  readonly root: string;
  /** Starts the command. */
  start(argv: readonly string[], options?: CliOptions): RunningCli;
  /** Starts a line of shell, in which `parlance` is the command. */
  shell(line: string, options?: ShellOptions): RunningCli;
}

/** Where and how the command runs. */
export interface CliOptions {
  /** Environment variables; those of the tests are not passed on. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Current folder. Default: a new empty one. */
  readonly cwd?: string;
}

/** Options of a line of shell. */
export interface ShellOptions extends CliOptions {
  /** Whether to run it in a terminal, whose input is `child.stdin` and whose output is `out`. */
  readonly terminal?: boolean;
}

/** What the command printed. */
export interface CliResult {
  /** Exit code; null if its process was killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** The lines of `out`, parsed and checked against the schema of the output, without their times. */
  lines(): readonly Record<string, unknown>[];
}

/** A running command. */
export interface RunningCli {
  readonly child: ChildProcess;
  /** Resolves when it has exited. */
  readonly result: Promise<CliResult>;
  /** Resolves when it has printed a text, on either stream. Rejects if it exits before. */
  printed(text: string): Promise<void>;
}

/** Builds the command. */
export async function buildCli(): Promise<BuiltCli> {
  const root = await mkdtemp(path.join(tmpdir(), 'parlance-cli-'));
  const built = path.join(root, 'package');
  await bundle(built);
  await mkdir(path.join(built, 'node_modules'));
  for (const [name, owner] of Object.entries(EXTERNAL))
    await symlink(
      path.join(PACKAGE, '..', owner, 'node_modules', name),
      path.join(built, 'node_modules', name),
    );
  await cp(path.join(PACKAGE, 'package.json'), path.join(built, 'package.json'));
  await removeSourceCondition(path.join(built, 'package.json'));
  const bin = path.join(built, 'dist/bin.js');
  await mkdir(path.join(root, 'bin'));
  await chmod(bin, 0o755);
  await symlink(bin, path.join(root, 'bin/parlance'));
  const folder = (): Promise<string> => mkdtemp(path.join(root, 'a folder-'));
  const start = (argv: readonly string[], options: CliOptions = {}): RunningCli =>
    startProcess([process.execPath, bin, ...argv], { cwd: root, ...options });
  return {
    root: built,
    start,
    shell: (line, { terminal = false, env, cwd = root } = {}) => {
      const PATH = [path.join(root, 'bin'), path.dirname(process.execPath), process.env['PATH']].join(':');
      const command = terminal ? inTerminal(line) : (['sh', '-c', line] as const);
      return startProcess(command, { cwd, env: { PATH, TERM: 'xterm', ...env } });
    },
    folder,
    run: async (argv, options = {}) =>
      start(argv, { ...options, cwd: options.cwd ?? (await folder()) }).result,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

async function bundle(folder: string): Promise<void> {
  await build({
    entryPoints: {
      'dist/bin': path.join(PACKAGE, 'src/bin.ts'),
      'dist/command-thread': path.join(PACKAGE, 'src/thread/command-thread.ts'),
      'dist/index': path.join(PACKAGE, 'src/index.ts'),
    },
    outdir: folder,
    chunkNames: 'dist/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.19',
    conditions: ['parlance-source', 'node'],
    external: Object.keys(EXTERNAL),
    // Some dependencies are CommonJS and require built-in modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
  });
}

/** The lines of an output, parsed and checked. A command with an exit code has printed its last line. */
export function linesOf(out: string, code: number | null): readonly Record<string, unknown>[] {
  const lines = out.trimEnd().split('\n');
  return checkLines(
    lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    code !== null,
  );
}

async function removeSourceCondition(file: string): Promise<void> {
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { exports: unknown };
  await writeFile(file, JSON.stringify({ ...manifest, exports: { '.': './dist/index.js' } }));
}

/** The program `script` runs a line in a pseudo terminal. Its options differ between Linux and BSD. */
function inTerminal(line: string): readonly [string, ...string[]] {
  const sized = `stty cols 120 && ${line}`;
  return process.platform === 'linux'
    ? ['script', '-qefc', sized, '/dev/null']
    : ['script', '-q', '/dev/null', 'sh', '-c', sized];
}

function startProcess(
  [program, ...argv]: readonly [string, ...string[]],
  { env, cwd }: CliOptions,
): RunningCli {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(program, argv, {
    cwd,
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  const waiting = new Set<() => void>();
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const)
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
      for (const check of waiting) check();
    });
  const result = once(child, 'close').then(([code]) => ({
    ...printed,
    code: code as number | null,
    lines: () => linesOf(printed.out, code as number | null),
  }));
  return {
    child,
    result,
    printed: async (text) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (printed.out.includes(text) || printed.err.includes(text)) resolve();
      };
      waiting.add(check);
      check();
      const ended = result.then(({ code, out, err }) => {
        if (out.includes(text) || err.includes(text)) return;
        throw new Error(`exited with ${String(code)} without printing ${text}: ${out}${err}`);
      });
      await Promise.race([promise, ended]);
    },
  };
}
