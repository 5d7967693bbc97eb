import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ruleRows, rules } from './index.js';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const SOURCES = ['packages/schemas/src/**/*.ts', 'packages/testing-fakes/src/**/*.ts'];
const TESTS = [
  'packages/*/src/**/*.test.ts',
  'packages/sdk/testing/scenarios/*.test.ts',
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

/** Each rule that a schema or handler shows by its id. */
const enforced = new Set(
  globSync(SOURCES, { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => readFileSync(path.join(ROOT, file), 'utf8').match(/\b[A-Z]{3}-\d{3}\b/g) ?? []),
);
/** Prefixes of ids. Other texts of the form `ABC-123` are not rules. */
const FAMILIES = new Set(ruleRows.map(({ id }) => familyOf(id)));

describe('the table of rules', () => {
  test('has each rule once, in the form of an id', () => {
    const ids = ruleRows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[A-Z]{3}-\d{3}$/.test(id))).toEqual([]);
  });

  test('has a test that cites each rule', () => {
    expect(ruleRows.map(({ id }) => id).filter((id) => !cited.has(id))).toEqual([]);
  });

  test('has a row for each rule that a test cites', () => {
    expect(citations.filter(({ id }) => !rules.has(id))).toEqual([]);
  });

  test('has each rule shown at the schema or handler that enforces it', () => {
    expect(ruleRows.map(({ id }) => id).filter((id) => !enforced.has(id))).toEqual([]);
  });

  test('has a row for each rule that a schema or handler shows', () => {
    expect([...enforced].filter((id) => !rules.has(id) && FAMILIES.has(familyOf(id)))).toEqual([]);
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
