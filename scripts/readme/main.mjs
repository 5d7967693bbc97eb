/**
 * Keeps the figures of the README the same as the measured ones. With `--check` it changes nothing and fails on a
 * difference.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { showFigures } from './figures.mjs';

const before = readFileSync('README.md', 'utf8');
const shown = showFigures(before, readFileSync('docs/benchmarks/README.md', 'utf8'));
const after = await format(shown, { ...(await resolveConfig('README.md')), parser: 'markdown' });
if (after !== before && process.argv.includes('--check')) {
  console.error(
    'The figures of README.md are not those of docs/benchmarks. Run "node scripts/readme/main.mjs".',
  );
  process.exitCode = 1;
} else if (after !== before) {
  writeFileSync('README.md', after);
}
