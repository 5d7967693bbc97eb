/** Runs every example: all exported functions of `*.examples.ts` files. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('packages/*/src/**/*.examples.ts', { cwd: root }).sort();

for (const file of files) {
  test(`the examples of ${file} run`, async () => {
    const module = (await import(path.join(root, file))) as Record<string, () => unknown>;
    const examples = Object.values(module);
    expect(examples).not.toEqual([]);
    for (const example of examples) await example();
  });
}

test('finds the examples', () => {
  expect(files).toContain('packages/inference/src/messages.examples.ts');
});
