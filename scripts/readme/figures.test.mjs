import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { showFigures } from './figures.mjs';

const benchmarks = readFileSync(new URL('../../docs/benchmarks/README.md', import.meta.url), 'utf8');

test('replaces the old figures by the measured ones, and nothing else', () => {
  const text = showFigures('Before\n\n<!-- figures -->\n\n| old |\n| --- |\n\nAfter\n', benchmarks);
  expect(text).toMatch(/^Before\n\n<!-- figures -->\n\n\| What \| Parlance \|[^]+\|\n\nAfter\n$/);
  expect(text).not.toContain('old');
  const [name, ours] = text.split('\n')[6].split('|').slice(1);
  expect(benchmarks).toContain(`|${name}|${ours}|`);
});

test.each([
  ['a README without a place', 'Text\n', benchmarks, 'the README has no place for figures'],
  [
    'figures that are gone',
    '<!-- figures -->\n\n',
    '## Client\n\n| What |\n| --- |\n',
    'the benchmarks have no',
  ],
])('refuses %s', (_, readme, figures, message) => {
  expect(() => showFigures(readme, figures)).toThrow(message);
});
