import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { compare, cover } from './cover.mjs';
import { createPlaces } from './places.mjs';
import { readTables } from './tables.mjs';

const root = path.join(import.meta.dirname, '../..');
const places = createPlaces(root);
const dataOf = (name) => JSON.parse(readFileSync(path.join(import.meta.dirname, `${name}.json`), 'utf8'));
const table = {
  heading: 'Usage',
  client: 'inference/messages.create',
  handler: 'inference/messages:messages.create',
};
const problemsOf = (more) => cover({ service: 'inference', tables: [{ ...table, ...more }] }, places).problems;

test.each([
  ['inference', 92],
  ['compliance', 122],
  ['managed-agents', 128],
])('every row of the document on %s has its places', (name, rows) => {
  const { lines, problems } = cover(dataOf(name), places);
  expect(problems).toEqual([]);
  expect(lines).toHaveLength(rows);
});

describe('a row', () => {
  const rows = { input_tokens: ['Usage.input_tokens', 'INF-054'] };
  test.each([
    ['nothing', { rows }, []],
    ['the contract', { rows: { input_tokens: ['Usage.tokens', 'INF-054'] } }, ['contract']],
    ['the declaration', { rows: { input_tokens: ['Usages.input_tokens', 'INF-054'] } }, ['contract']],
    ['the client', { rows, client: 'inference/messages.forget' }, ['client']],
    ['the handler', { rows, handler: 'inference/messages:messages.forget' }, ['handler']],
    ['a test', { rows: { input_tokens: ['Usage.input_tokens', 'INF-999'] } }, ['test']],
    ['any rule', { rows: { input_tokens: ['Usage.input_tokens'] } }, ['test']],
  ])('that lacks %s is told', (_, more, missing) => {
    expect(problemsOf(more).map((problem) => /no (\w+)/.exec(problem)?.[1])).toEqual(missing);
  });
});

const DOCUMENT = `# A
| Field | Type |
|---|---|
| \`one\` | x |
| two | x |

Text.

| Other |
|---|
| three |
`;

test('tables are read with heading, number and first cells', () => {
  expect(readTables(DOCUMENT)).toEqual([
    { heading: 'A', number: 1, rows: ['one', 'two'] },
    { heading: 'A', number: 2, rows: ['three'] },
  ]);
});

test('a row too many or too few is told', () => {
  const data = {
    tables: [
      { heading: 'A', rows: { one: [], four: [] } },
      { heading: 'A', number: 2, rows: { three: [] } },
    ],
  };
  expect(compare(data, DOCUMENT)).toEqual([
    'A #1 > two: is in the document, not in the data',
    'A #1 > four: is in the data, not in the document',
  ]);
});
