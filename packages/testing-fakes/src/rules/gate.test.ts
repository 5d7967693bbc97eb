import { operations } from '@parlance/schemas';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ruleRows, rules } from './index.js';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const SOURCES = path.join(ROOT, 'packages/testing-fakes/src');
const TESTS = [
  'packages/*/src/**/*.test.ts',
  'packages/sdk/scenarios/*.test.ts',
  'apps/console/{terminal,server}/**/*.test.ts',
];
/** Every rule of the specification; beside the repository where the specification is at hand. */
const LEDGER = path.join(process.env['PARLANCE_SPEC'] ?? path.join(ROOT, '../shared/spec'), 'rules.md');

/** Families of the ledger, whose numbers may have gaps. The other families are numbered in this table alone. */
const LEDGER_FAMILIES = new Set('INF MAG AGT SES RES EVT VLT MEM UPR CMP ADM GEN'.split(' '));

/** Each `verifies` of the tests. */
const citations = globSync(TESTS, { cwd: ROOT }).flatMap((file) =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/verifies\(([^)]*)\)/g)].flatMap(([, ids]) =>
    [...(ids as string).matchAll(/'([A-Z]{3}-\d{3})'/g)].map(([, id]) => ({ file, id: id as string })),
  ),
);
const cited = new Set(citations.map(({ id }) => id));

describe('the table of rules', () => {
  test('has each rule once, in the form of an id', () => {
    const ids = ruleRows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[A-Z]{3}-\d{3}$/.test(id))).toEqual([]);
  });

  test('has a test that cites each rule, except for known gaps', () => {
    const tested = ruleRows.filter(({ enforcedBy }) => !isGap(enforcedBy)).map(({ id }) => id);
    const gaps = ruleRows.filter(({ enforcedBy }) => isGap(enforcedBy)).map(({ id }) => id);
    expect(tested.filter((id) => !cited.has(id))).toEqual([]);
    expect(gaps.filter((id) => cited.has(id))).toEqual([]);
  });

  test('has a row for each rule that a test cites', () => {
    expect(citations.filter(({ id }) => !rules.has(id))).toEqual([]);
  });

  test('names what enforces each rule: an operation of the contract or a file', () => {
    const missing = ruleRows.filter(({ enforcedBy }) => !isGap(enforcedBy) && !enforces(enforcedBy));
    expect(missing.map(({ id, enforcedBy }) => `${id}: ${enforcedBy}`)).toEqual([]);
  });

  test.runIf(existsSync(LEDGER))('has the ids of the ledger, all of them and no others', () => {
    const ledger = Array.from(
      readFileSync(LEDGER, 'utf8').matchAll(/^\| ([A-Z]{3}-\d{3}) \|/gm),
      ([, id]) => id as string,
    );
    const listed = [...rules.keys()].filter((id) => LEDGER_FAMILIES.has(familyOf(id)));
    expect(listed.sort()).toEqual(ledger.sort());
  });

  test('numbers the rules of each family from 1, without gaps', () => {
    for (const family of new Set(ruleRows.map(({ id }) => familyOf(id)))) {
      if (LEDGER_FAMILIES.has(family)) continue;
      const ids = ruleRows.map(({ id }) => id).filter((id) => familyOf(id) === family);
      expect(ids).toEqual(ids.map((_, index) => `${family}-${String(index + 1).padStart(3, '0')}`));
    }
  });
});

function familyOf(id: string): string {
  return id.slice(0, 3);
}

function isGap(enforcedBy: string): boolean {
  return /^gap: ./.test(enforcedBy);
}

/** `schema <operation>`, a file below the sources of the emulator, or one from the root of the repository. */
function enforces(by: string): boolean {
  const schema = /^schema ([\w.]+)$/.exec(by)?.[1];
  if (schema !== undefined) return Object.hasOwn(operations, schema);
  return by !== '' && (existsSync(path.join(SOURCES, by)) || existsSync(path.join(ROOT, by)));
}
