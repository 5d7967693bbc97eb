import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import schema from '../output.schema.json' with { type: 'json' };
import { checkLines } from './testing/check-lines.js';

const types = schema.oneOf.map(({ $ref }) => $ref.replace('#/$defs/', ''));

test('the schema has the types that the sources print, and no others', async () => {
  const printed = new Set<string>();
  const entries = await readdir(import.meta.dirname, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of entries.filter((entry) => /(?<!\.test)\.ts$/.test(entry.name))) {
    const text = await readFile(path.join(parentPath, name), 'utf8');
    for (const [, type = ''] of text.matchAll(/\b(?:result|event)\(\s*'(\w+)'/g)) printed.add(type);
  }
  // The types of other lines are variables. People see the chats of a plan, JSON lines do not have them.
  for (const type of ['started', 'usage', 'cost', 'limit']) printed.add(type);
  printed.delete('chat');
  expect([...printed].sort()).toEqual([...types].sort());
});

test.each(Object.entries(schema.$defs))('%s requires each field once, and describes it', (_, definition) => {
  const { required = [], properties = {} } = definition as { required?: string[]; properties?: object };
  expect(new Set(required).size).toBe(required.length);
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
});

const time = '2026-11-27T00:00:00.000Z';
const summary = { type: 'summary', time, exit_code: 0 };

test.each([
  [[{ type: 'leftover', path: 'a' }, summary]],
  [[{ type: 'leftover', time, path: 'a', isNew: true }, summary]],
  [[{ type: 'unknown', time }, summary]],
  [[{ type: 'leftover', time, path: 'a' }]],
  [[summary, { type: 'leftover', time, path: 'a' }]],
])('the check of the tests refuses %j', (lines) => {
  expect(() => checkLines(lines, true)).toThrow();
});
