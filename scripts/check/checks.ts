/** The checks, each a command. */

/** A check of the repository. */
export interface Check {
  readonly name: string;
  /** Program and arguments. */
  readonly command: readonly [string, ...string[]];
  /** Whether it needs the packed packages. */
  readonly packed?: boolean;
}

const node = (file: string, ...args: string[]): Check['command'] => [
  process.execPath,
  `scripts/${file}`,
  ...args,
];
const script = (name: string): Check['command'] => ['pnpm', '--silent', 'run', name];
/** Skipped by turbo where nothing that it reads has changed. */
const turbo = (name: string): Check['command'] => [
  'pnpm',
  'exec',
  'turbo',
  'run',
  name,
  '--output-logs=errors-only',
];

/** They read the sources only. */
export const BEFORE_BUILD: readonly Check[] = [
  { name: 'typecheck', command: turbo('typecheck') },
  { name: 'format', command: script('format:check') },
  { name: 'lint', command: turbo('lint') },
  { name: 'examples', command: node('examples/main.ts', '--check') },
  { name: 'figures', command: node('readme/main.ts', '--check') },
  { name: 'links', command: node('check/links.ts') },
  { name: 'docs', command: turbo('docs') },
];

export const BUILD: Check = { name: 'build', command: turbo('build') };

/** Needs the build; what is marked `packed` needs it. */
export const PACK: Check = { name: 'pack', command: node('check/pack.ts') };

/** They check what users get. */
export const AFTER_BUILD: readonly Check[] = [
  { name: 'consumers', command: node('check/consumers.ts'), packed: true },
  { name: 'tarballs', command: node('check/tarballs.ts'), packed: true },
  { name: 'slice', command: node('check/slice-weight.ts'), packed: true },
  { name: 'openapi', command: node('openapi/main.ts') },
  { name: 'api', command: node('check/api-report.ts') },
  { name: 'size', command: node('check/size-budgets.ts') },
  { name: 'types', command: node('check/type-budgets.ts') },
  { name: 'hover', command: node('check/hover.ts') },
  { name: 'start', command: node('check/start.ts') },
  { name: 'scenarios', command: node('check/scenarios.ts') },
];
