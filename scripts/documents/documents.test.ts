import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../openapi/document.ts';
import { contractPlaces } from './contract-places.ts';
import committed from './documented.json' with { type: 'json' };
import { extractPassages } from './extract.ts';
import { buildTable, DOCUMENTS, missing, type Table } from './table.ts';

/** The documents themselves; beside the repository where the specification is at hand. */
const SPEC = process.env['PARLANCE_SPEC'] ?? path.resolve(import.meta.dirname, '../../../shared/spec');

const table: Table = committed;
const places = contractPlaces(openapiDocument());
describe('the contract', () => {
  test('declares every name and limit of the documents, as close to its heading as `-u` recorded', () => {
    expect(missing(table, places)).toEqual([]);
  });

  test('declares the 169 types of activities', () => {
    const rows = Object.entries(table).filter(([key]) =>
      key.startsWith('compliance > Activity (audit record) > '),
    );
    const types = rows.flatMap(([, row]) => Object.keys(row).filter((name) => isTypeOfActivity(name)));
    expect(new Set(types).size).toBe(169);
  });
});

describe.runIf(existsSync(SPEC))('the table', () => {
  test('has everything that the documents name; `-u` updates it', async () => {
    const passages = Object.fromEntries(
      Object.entries(DOCUMENTS).map(([name, file]) => [
        name,
        extractPassages(readFileSync(path.join(SPEC, file), 'utf8')),
      ]),
    );
    const json = await format(JSON.stringify(buildTable(passages, places, table)), {
      parser: 'json',
      printWidth: 110,
    });
    await expect(json).toMatchFileSnapshot('./documented.json');
  });
});

function isTypeOfActivity(name: string): boolean {
  return [...places].some(([place, { declared }]) => place.endsWith('Activity.type') && declared.has(name));
}
