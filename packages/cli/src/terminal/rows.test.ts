import { expect, test } from 'vitest';
import { sumOf } from '../reports/amount.js';
import { Output } from './output.js';
import { printRows, type Row } from './rows.js';

async function printed(rows: readonly Row[], csv: boolean): Promise<string> {
  let out = '';
  const stream = {
    write: (text: string) => {
      out += text;
      return true;
    },
    once: () => undefined,
    off: () => undefined,
  };
  const stderr = { ...stream, write: () => true };
  const output = new Output({ stdout: stream, stderr, json: false, color: false });
  await printRows(output, { type: 'row', rows, csv, summary: {}, text: 'end' });
  return out;
}

test.each([
  ['=HYPERLINK("http://example.com")', `"'=HYPERLINK(""http://example.com"")"`],
  ['+1', "'+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['-cmd', "'-cmd"],
  ['-1.5', '-1.5'],
  [-2, '-2'],
  ['a, b', '"a, b"'],
  ['two\nlines', '"two lines"'],
  [null, ''],
])('the cell %j is %s in CSV', async (cell, text) => {
  expect(await printed([{ cell }], true)).toBe(`cell\n${text}\n`);
});

test('numbers of a table are aligned on the right', async () => {
  const rows = [
    { name: 'a', used_tokens: 1200 },
    { name: 'long', used_tokens: 3 },
  ];
  expect(await printed(rows, false)).toBe('name  used tokens\na           1,200\nlong            3\nend\n');
});

test.each([
  [['123.45', '0.005'], 'USD', '1.23455'],
  [['100'], 'USD', '1.00'],
  [['7', '5'], 'JPY', '12'],
  [['0.1', '0.2'], 'USD', '0.003'],
  [[], 'USD', '0.00'],
])('the sum of %j in %s is %s', (amounts, currency, sum) => {
  expect(sumOf(amounts, currency)).toBe(sum);
});
