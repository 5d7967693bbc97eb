import { operationSources } from '@parlance/schemas';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents, type DocumentName } from './testing/documents.js';
import { ruleRows } from './index.js';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** The documents themselves; beside the repository where the specification is at hand. */
const SPEC = process.env['PARLANCE_SPEC'] ?? path.join(ROOT, '../shared/spec');
const NAMES = Object.keys(documents) as DocumentName[];

/** Everything that is cited, by who cites it: rules, operations, and the `@source` of comments. */
const citations: readonly (readonly [by: string, source: string])[] = [
  ...ruleRows.map(({ id, source }) => [id, source] as const),
  ...Object.entries(operationSources).map(([id, { source }]) => [id, source] as const),
  ...globSync('packages/*/src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    Array.from(
      readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^ *(?:\/\*)?\*.* ?@source (.+?)(?: *\*\/)?$/gm),
      ([, source]) => [file, source as string] as const,
    ),
  ),
].flatMap(([by, sources]) => sources.split(/; */).map((source) => [by, source] as const));

test('every source that is cited is a heading of a document', () => {
  expect(citations.length).toBeGreaterThan(700);
  expect(citations.filter(([, source]) => !isKnown(source))).toEqual([]);
});

describe.runIf(existsSync(SPEC))('the document on', () => {
  test.each(NAMES)('%s has the headings that can be cited, and no others', (name) => {
    const headings = Array.from(textOf(name).matchAll(/^#{2,4} (.+)$/gm), ([, heading]) => heading as string);
    const expected = name === 'not-shown' ? headings.flatMap(sectionNumber) : headings;
    expect(documents[name].headings).toEqual(expected);
  });

  test.each(NAMES.filter((name) => name !== 'not-shown'))(
    '%s has a rule for each row of its tables',
    (name) => {
      const rows = tableRows(textOf(name)).map((row) => `${name} > ${row}`);
      const cited = citations.map(([, source]) => source);
      expect(rows.filter((row) => !cited.includes(row))).toEqual([]);
      expect(cited.filter((source) => isRowOf(name, source) && !rows.includes(source))).toEqual([]);
    },
  );
});

function textOf(name: DocumentName): string {
  return readFileSync(path.join(SPEC, documents[name].file), 'utf8');
}

function isKnown(source: string): boolean {
  const [name, heading] = source.split(' > ');
  return documents[name as DocumentName]?.headings.includes(heading as string) ?? false;
}

function isRowOf(name: DocumentName, source: string): boolean {
  const parts = source.split(' > ');
  return parts[0] === name && parts.length === 3;
}

function sectionNumber(heading: string): readonly string[] {
  const number = /^(?:[A-D]\.)?\d+(?:\.\d+)*/.exec(heading)?.[0];
  return number === undefined ? [] : [number];
}

/** `<heading> > <first cell>` of each row of the tables of a document. */
function tableRows(text: string): readonly string[] {
  const rows: string[] = [];
  let heading = '';
  let inTable = false;
  for (const line of text.split('\n')) {
    heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
    const isRow = line.startsWith('|');
    // The first line of a table has the names of its columns, the second is drawn.
    if (isRow && inTable && !/^\|[-| :]+\|$/.test(line))
      rows.push(`${heading} > ${line.split('|')[1]?.replaceAll('`', '').trim()}`);
    inTable = isRow;
  }
  return rows;
}
