/** All checks besides the tests. */

/** A command that checks the repository. */
export interface Check {
  readonly name: string;
  /** Program and arguments. */
  readonly command: readonly [string, ...string[]];
  /** Whether it needs the packages to be packed. */
  readonly packed?: boolean;
}

const node = (...args: [file: string, ...string[]]): Check['command'] => [process.execPath, ...args];
/** A test of what users install. */
const consumer = (name: string): Check['command'] => node(`tooling/testing/src/consumers/${name}.ts`);
const pnpm = (...args: string[]): Check['command'] => ['pnpm', ...args];
const script = (name: string): Check['command'] => pnpm('--silent', 'run', name);
/** A task that turbo skips if its inputs have not changed. */
const turbo = (name: string): Check['command'] =>
  pnpm('exec', 'turbo', 'run', name, '--output-logs=errors-only');

/** Checks that only read the sources. */
export const BEFORE_BUILD: readonly Check[] = [
  { name: 'typecheck', command: turbo('typecheck') },
  { name: 'format', command: script('format:check') },
  { name: 'lint', command: turbo('lint') },
  { name: 'spell', command: script('spell') },
  { name: 'commits', command: script('commits') },
  { name: 'examples', command: node('scripts/examples/main.ts', '--check') },
  { name: 'budgets', command: node('scripts/check/budgets.ts') },
  { name: 'links', command: script('links') },
  { name: 'docs', command: turbo('docs') },
];

export const BUILD: Check = { name: 'build', command: turbo('build') };

/** Requires the build. Required by the checks marked `packed`. */
export const PACK: Check = { name: 'pack', command: node('scripts/check/pack.ts') };

/** Checks of the published packages and programs. */
export const AFTER_BUILD: readonly Check[] = [
  { name: 'consumers', command: consumer('consumers'), packed: true },
  { name: 'tarballs', command: node('scripts/check/tarballs.ts'), packed: true },
  { name: 'openapi', command: node('packages/schemas/openapi/main.ts', '--check') },
  { name: 'api', command: node('scripts/check/api-report.ts') },
  { name: 'size', command: node('scripts/check/size-budgets.ts') },
  { name: 'types', command: node('scripts/check/type-budgets.ts') },
  { name: 'programs', command: consumer('run-examples'), packed: true },
  { name: 'start', command: consumer('start') },
  { name: 'release', command: node('scripts/release/rehearse.ts') },
  { name: 'fuzz', command: node('tooling/testing/src/fuzz/main.ts', '--seconds', '24') },
];
