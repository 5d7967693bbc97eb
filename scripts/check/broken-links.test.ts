import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenLinks } from './broken-links.ts';

let folder: string;
beforeAll(() => {
  folder = path.relative('.', mkdtempSync('scripts/check/.links-'));
  writeFileSync(path.join(folder, 'other.md'), '# The `code` & more\n\n## Twice\n\n## Twice\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

function problems(text: string): readonly string[] {
  const file = path.join(folder, 'page.md');
  writeFileSync(file, text);
  return brokenLinks(file);
}

test.each([
  ['to another site', '[a](https://example.com/nowhere#x)'],
  ['to a file', '[a](other.md) ![b](./other.md)'],
  ['to a heading', '[a](other.md#the-code--more) [b](other.md#twice-1)'],
  ['to a heading of the same page', '# Here\n\n[a](#here)'],
  ['in code', '`[a](missing.md)`\n\n```md\n[a](missing.md)\n```\n'],
])('leaves a link %s alone', (_, text) => {
  expect(problems(text)).toEqual([]);
});

test.each([
  ['[a](missing.md)', 'missing.md: file not found'],
  ['![a](missing.png)', 'missing.png: file not found'],
  ['[a][b]\n\n[b]: missing.md', 'missing.md: file not found'],
  ['[a](other.md#twice-2)', 'other.md#twice-2: heading not found'],
  ['[a](#nowhere)', '#nowhere: heading not found'],
  [
    '[a](/README.md)',
    '/README.md: must be relative, because absolute links depend on where the file is shown',
  ],
  ['[a](../../../../secret.md)', '../../../../secret.md: points outside the repository'],
])('reports %s', (text, problem) => {
  expect(problems(text)).toEqual([problem]);
});
