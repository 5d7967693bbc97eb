import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replaceClaims } from './claims.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/benchmarks/${name}`, import.meta.url), 'utf8');
const benchmarks = read('README.md');
const features = read('features.md');

test('replaces the claims and nothing else', () => {
  const text = replaceClaims(
    'Before\n\n<!-- claims -->\n\n- **Stale.**\n- Old.\n\nAfter\n',
    benchmarks,
    features,
  );
  expect(text).toMatch(/^Before\n\n<!-- claims -->\n\n(- \*\*.+\n){6}\nAfter\n$/);
  expect(text).not.toContain('Stale');
});

test('takes the numbers from the tables', () => {
  const [, figure = ''] = /^\| small JSON call, one at a time \| \*\*(.+?)\*\* /m.exec(benchmarks) ?? [];
  expect(figure).toMatch(/^\d+\.\d+x$/);
  const text = replaceClaims('<!-- claims -->\n\n', benchmarks, features);
  expect(text).toContain(`relative to undici: ${figure} (`);
});

test.each([
  ['a README without the marker', 'Text\n', features, 'the README has no marker `<!-- claims -->`'],
  [
    'a table without a row that is cited',
    '<!-- claims -->\n\n',
    '| What | Parlance |\n| --- | --- |\n',
    'docs/benchmarks has no "A stream ends early with a clean close: loop" for Parlance',
  ],
])('rejects %s', (_, readme, table, message) => {
  expect(() => replaceClaims(readme, benchmarks, table)).toThrow(message);
});
