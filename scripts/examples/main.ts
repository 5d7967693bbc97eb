/**
 * Copies examples from `packages/<name>/src/**\/*.examples.ts`, which are type-checked and run, into READMEs, guides and
 * TSDoc, and names the registry in the commands that install our packages. With `--check`, writes nothing and fails if a copy is out of date.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { REGISTRY } from '../release/published.ts';
import { embedExamples } from './embed.ts';
import { writeInstallLines } from './install-lines.ts';
import { readRegions } from './regions.ts';

const check = process.argv.includes('--check');
const used = new Set<string>();
const examples = new Map<string, string>();

for (const file of globSync('packages/*/src/**/*.examples.ts').sort()) {
  for (const [title, code] of readRegions(readFileSync(file, 'utf8'), file)) {
    const key = `${packageOf(file)}/${title}`;
    if (examples.has(key)) throw new Error(`${file}: duplicate example "${title}" in this package`);
    examples.set(key, await formatExample(code));
  }
}

const different: string[] = [];
for (const file of places()) {
  const before = readFileSync(file, 'utf8');
  const markdown = file.endsWith('.md');
  const embedded = embedExamples(before, { markdown, find: (title) => find(title, file) });
  const after = markdown ? writeInstallLines(embedded, REGISTRY) : embedded;
  if (after === before) continue;
  different.push(file);
  if (!check) writeFileSync(file, after);
}

const unused = [...examples.keys()].filter((key) => !used.has(key));
for (const key of unused) console.error(`example "${key}" is not used`);
for (const file of different) console.error(`${check ? 'out of date' : 'updated'}: ${file}`);
if (check && different.length > 0) console.error('Run "pnpm examples:sync".');
process.exitCode = (check && different.length > 0) || unused.length > 0 ? 1 : 0;

/** Files that can show examples or commands: everything except tests and the examples themselves. */
function places(): readonly string[] {
  const patterns = [
    '*.md',
    'docs/**/*.md',
    'packages/*/*.md',
    'examples/*/README.md',
    'packages/*/src/**/*.ts',
  ];
  return globSync(patterns)
    .filter((file) => !/\.(test|test-d|examples)\.ts$|^docs\/api\/|CHANGELOG|api-report/.test(file))
    .sort();
}

/** Within a package, the title suffices. Elsewhere it is prefixed with the package: `inference/Create a message`. */
function find(title: string, file: string): string {
  const key = file.startsWith('packages/') && !examples.has(title) ? `${packageOf(file)}/${title}` : title;
  const code = examples.get(key);
  if (code === undefined) throw new Error(`${file}: no *.examples.ts contains the example "${key}"`);
  used.add(key);
  return code;
}

function packageOf(file: string): string {
  return file.split('/')[1] ?? file;
}

/** Formats code like Prettier does in Markdown, so that formatting and syncing agree. */
async function formatExample(code: string): Promise<string> {
  const config = await resolveConfig('example.ts', { editorconfig: false });
  return (await format(code, { ...config, parser: 'typescript' })).trim();
}
