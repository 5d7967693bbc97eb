/** The checks, each a command; `pnpm run <script>` where the root has a script of that kind. */
const node = (file, ...args) => [process.execPath, `scripts/${file}`, ...args];
const script = (name) => ['pnpm', '--silent', 'run', name];

/** They read the sources only. */
export const BEFORE_BUILD = [
  { name: 'typecheck', command: script('typecheck') },
  { name: 'format', command: script('format:check') },
  { name: 'lint', command: script('lint') },
  { name: 'examples', command: node('examples/main.mjs', '--check') },
  { name: 'figures', command: node('readme/main.mjs', '--check') },
  { name: 'links', command: node('check/links.mjs') },
  { name: 'docs', command: ['pnpm', 'exec', 'typedoc', '--emit', 'none'] },
];

export const BUILD = { name: 'build', command: script('build') };

/** Needs the build; what is marked `packed` needs it. */
export const PACK = { name: 'pack', command: node('check/pack.mjs') };

/** They look at what users get. */
export const AFTER_BUILD = [
  { name: 'consumers', command: node('check/consumers.mjs'), packed: true },
  { name: 'tarballs', command: node('check/tarballs.mjs'), packed: true },
  { name: 'slice', command: node('check/slice-weight.mjs'), packed: true },
  { name: 'api', command: node('check/api-report.mjs') },
  { name: 'size', command: node('check/size-budgets.mjs') },
  { name: 'types', command: node('check/type-budgets.mjs') },
  { name: 'hover', command: node('check/hover.mjs') },
  { name: 'start', command: node('check/start.mjs') },
  { name: 'scenarios', command: node('check/scenarios.mjs') },
];
