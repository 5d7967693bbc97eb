import { operations } from '@parlance/schemas';
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ruleRows, rules } from './index.js';
import { knownGaps, ruleSet } from './rule-table.js';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const SOURCES = path.join(ROOT, 'packages/testing-fakes/src');
/** The rules that the table stands for; beside the repository where the specification is at hand. */
const LEDGER = path.join(ROOT, '../shared/spec/rules.md');

/** Ids that each test file cites with `verifies`. */
async function citations(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for await (const file of glob(
    ['packages/*/src/**/*.test.ts', 'apps/console/{terminal,server}/**/*.test.ts'],
    {
      cwd: ROOT,
    },
  )) {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    const ids = [...source.matchAll(/verifies\(([^)]*)\)/g)].flatMap(([, list]) =>
      [...(list as string).matchAll(/'([A-Z]{3}-\d{3})'/g)].map(([, id]) => id as string),
    );
    if (ids.length > 0) found.set(file.replaceAll(path.sep, '/'), new Set(ids));
  }
  return found;
}

const cited = await citations();

describe('the table of rules', () => {
  test('has each rule once, in the form of an id', () => {
    const ids = ruleRows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[A-Z]{3}-\d{3}$/.test(id))).toEqual([]);
  });

  test('names for each rule a test that cites it, or says why there is none', () => {
    const untested = ruleRows
      .filter(({ id, test: file, gap }) => (file === null ? !gap : cited.get(file)?.has(id) !== true))
      .map(({ id, test: file }) => `${id} is not cited by ${file ?? 'any test, and no reason is given'}`);
    expect(untested).toEqual([]);
  });

  test('has a row for each rule that a test cites', () => {
    const unknown = [...cited].flatMap(([file, ids]) =>
      [...ids].filter((id) => !rules.has(id)).map((id) => `${file} cites ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  test('names for each rule what enforces it: an operation of the contract or a file', () => {
    const astray = ruleRows
      .filter(({ enforcedBy, gap }) => gap === undefined && !enforces(enforcedBy))
      .map(({ id, enforcedBy }) => `${id}: ${enforcedBy}`);
    expect(astray).toEqual([]);
  });

  test.runIf(existsSync(LEDGER))('has the ids of the ledger, all of them and no others', () => {
    const ledger = new Set(
      [...readFileSync(LEDGER, 'utf8').matchAll(/^\| ([A-Z]{3}-\d{3}) \|/gm)].map(([, id]) => id as string),
    );
    expect({
      missing: [...ledger].filter((id) => !rules.has(id)),
      unknown: [...rules.keys()].filter((id) => !ledger.has(id)),
    }).toEqual({ missing: [], unknown: [] });
  });
});

describe('the form of the table', () => {
  test('a set shares its document and its test, which a row may replace', () => {
    const set = ruleSet(
      { document: 'inference', test: 'a.test.ts' },
      { 'INF-001': ['Heading', 'Says.', 'schema x'], 'INF-002': ['H', 'S.', 'y.ts', 'b.test.ts'] },
    );
    expect(set).toEqual([
      {
        id: 'INF-001',
        source: 'inference > Heading',
        statement: 'Says.',
        enforcedBy: 'schema x',
        test: 'a.test.ts',
      },
      { id: 'INF-002', source: 'inference > H', statement: 'S.', enforcedBy: 'y.ts', test: 'b.test.ts' },
    ]);
  });

  test('a known gap has no test and a reason', () => {
    expect(knownGaps('inference', { 'INF-003': ['H', 'S.', 'Because.'] })).toMatchObject([
      { id: 'INF-003', test: null, gap: 'Because.' },
    ]);
  });
});

/** `schema <operation>`, a file below the sources of the emulator, or one from the root of the repository. */
function enforces(by: string): boolean {
  const schema = /^schema ([\w.]+)$/.exec(by)?.[1];
  if (schema !== undefined) return Object.hasOwn(operations, schema);
  return by !== '' && (existsSync(path.join(SOURCES, by)) || existsSync(path.join(ROOT, by)));
}
