import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

test('docs/options.md lists every option of clients and calls', () => {
  const source = read('packages/core-transport/src/options/client-options.ts');
  const names = Array.from(source.matchAll(/^ {2}readonly (\w+)\?:/gm), ([, name = '']) => name);
  expect(names).toContain('resumeFrom');
  const documented = `${read('docs/options.md')}${read('docs/guides/deadlines.md')}`;
  const missing = names.filter((name) => !new RegExp(`\\| \`(\\w+\\.)?${name}[.\`]`).test(documented));
  expect(missing).toEqual([]);
});
