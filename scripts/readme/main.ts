/**
 * Updates the claims of the README from `docs/benchmarks`. With `--check` it writes nothing and fails when they are out
 * of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { replaceClaims } from './claims.ts';

const before = readFileSync('README.md', 'utf8');
const table = (name: string): string => readFileSync(`docs/benchmarks/${name}`, 'utf8');
const after = replaceClaims(before, table('README.md'), table('features.md'));
if (after !== before && process.argv.includes('--check')) {
  console.error('The claims of README.md differ from docs/benchmarks. Run "node scripts/readme/main.ts".');
  process.exitCode = 1;
} else if (after !== before) {
  writeFileSync('README.md', after);
}
