import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv, type Cell } from './csv.js';

test('writes a header and rows, with quotes where they are needed', () => {
  const rows = [
    ['Ines', 'ines@example.com', 3],
    ['A "B", C', 'two\nlines', null],
  ];
  expect(toCsv(['name', 'email', 'count'], rows)).toBe(
    'name,email,count\r\nInes,ines@example.com,3\r\n"A ""B"", C","two\nlines",\r\n',
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\t=1', `'\t'=1`],
  ['see;=1', "see;'=1"],
  ['a\n\u00A0-1', `"a\n'\u00A0-1"`],
  ['＝1', "'＝1"],
  ['=HYPERLINK("http://a.example","x")', `"'=HYPERLINK(""http://a.example"",""x"")"`],
  ['a=b', 'a=b'],
])('%j is written as %s', (text, expected) => {
  expect(toCsv(['x'], [[text]])).toBe(`x\r\n${expected}\r\n`);
});

test('a number is not a formula', () => {
  expect(toCsv(['x'], [[-2]])).toBe('x\r\n-2\r\n');
});

/** Reads CSV as RFC 4180 defines it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/gy;
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test('any table can be read again, and none of its texts is a formula', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', '\r', '\n', '\t', ' ', "'", 'a') }),
  );
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(
        fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { minLength: width, maxLength: width }),
      ),
    );
  fc.assert(
    fc.property(table, (rows: Cell[][]) => {
      const columns = (rows[0] ?? [1]).map((_, index) => `column ${index}`);
      const csv = toCsv(
        columns,
        rows.map((row) => row.filter((cell) => typeof cell === 'string')),
      );
      for (const cell of csv.split(/[;\t\r\n]/u)) expect(cell).not.toMatch(/^\s*[=+\-@]/u);
      const [header, ...read] = readCsv(toCsv(columns, rows));
      expect(header).toEqual(columns);
      expect(read.map((row) => row.length)).toEqual(rows.map(({ length }) => length));
      for (const [index, row] of rows.entries()) {
        for (const [column, cell] of row.entries()) {
          const found = read[index]?.[column] ?? '';
          if (typeof cell !== 'string') expect(found).toBe(cell === null ? '' : String(cell));
          else {
            expect(found.replaceAll("'", '')).toBe(cell.replaceAll("'", ''));
            expect(found).not.toMatch(/^\s*[=+\-@]/u);
          }
        }
      }
    }),
    { numRuns: 500 },
  );
});
