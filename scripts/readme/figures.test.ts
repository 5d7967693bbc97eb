import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { showFeatures, showFigures } from './figures.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/benchmarks/${name}`, import.meta.url), 'utf8');
const benchmarks = read('README.md');
const observed = read('features.md');

test.each([
  ['figures', showFigures, benchmarks],
  ['features', showFeatures, observed],
])('replaces the old %s by the new ones, and nothing else', (mark, show, source) => {
  const text = show(`Before\n\n<!-- ${mark} -->\n\n| stale |\n| --- |\n\nAfter\n`, source);
  expect(text).toMatch(
    new RegExp(`^Before\n\n<!-- ${mark} -->\n\n\\| What \\| Parlance \\|[^]+\\|\n\nAfter\n$`),
  );
  expect(text).not.toContain('stale');
  const [name, ours] = (text.split('\n')[6] ?? '').split('|').slice(1);
  expect(source).toContain(`|${name}|${ours}|`);
});

test.each([
  ['a README without a place', 'Text\n', benchmarks, 'the README has no place for figures'],
  [
    'figures that are gone',
    '<!-- figures -->\n\n',
    '## Client\n\n| What |\n| --- |\n',
    'the benchmarks have no "small JSON call, one at a time" among the figures',
  ],
])('refuses %s', (_, readme, figures, message) => {
  expect(() => showFigures(readme, figures)).toThrow(message);
});
