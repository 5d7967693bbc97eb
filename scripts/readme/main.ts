/**
 * Keeps the tables of the README the same as what was measured and observed. With `--check` it changes nothing and fails on a
 * difference.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { showFeatures, showFigures } from './figures.ts';

const before = readFileSync('README.md', 'utf8');
const source = (name: string): string => readFileSync(`docs/benchmarks/${name}`, 'utf8');
const shown = showFeatures(showFigures(before, source('README.md')), source('features.md'));
const after = await format(shown, { ...(await resolveConfig('README.md')), parser: 'markdown' });
if (after !== before && process.argv.includes('--check')) {
  console.error(
    'The tables of README.md are not those of docs/benchmarks. Run "node scripts/readme/main.ts".',
  );
  process.exitCode = 1;
} else if (after !== before) {
  writeFileSync('README.md', after);
}
