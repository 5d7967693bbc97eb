import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const files = globSync(['README.md', 'docs/*.md', 'docs/guides/*.md', 'packages/*/README.md'], { cwd: root });

test.each(files.sort())('every block of TypeScript in %s is one that is run', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  const blocks = text.match(/^```(ts|js|typescript|javascript)$/gm)?.length ?? 0;
  const run = text.match(/^<!-- (example|program|test): .+ -->\n\n```ts$/gm)?.length ?? 0;
  expect(run).toBe(blocks);
  for (const [, testFile] of text.matchAll(/^<!-- test: (.+) -->$/gm))
    expect(existsSync(path.join(root, testFile ?? ''))).toBe(true);
});
