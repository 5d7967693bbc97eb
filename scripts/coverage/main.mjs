/**
 * Prints, for every row of every table of the documents, where it is in the contract, in the client, in the emulator and
 * in the tests; fails when a place is missing. `--summary` prints one line for each document.
 *
 * A document's data is `<name>.json` in this folder: `document` (file name), `service` (folder of the contract, or several),
 * `tables`: each with `heading`, `number` (when there are several under the heading), `client`
 * (`<package>/<file>.<method>`), `handler` (`<folder>/<file>:<operation id>`), `clients` and `handlers` (by first cell, where
 * rows differ) and `rows`: by first cell the declaration and member in the contract, then the rules whose tests check it. Where the documents are beside the repository
 * (`PARLANCE_SPEC`, default `../shared/spec`), the rows are compared with theirs.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compare, cover } from './cover.mjs';
import { createPlaces } from './places.mjs';

const root = path.join(import.meta.dirname, '../..');
const spec = process.env.PARLANCE_SPEC ?? path.join(root, '../shared/spec');
const places = createPlaces(root);
let failed = false;

for (const file of globSync('*.json', { cwd: import.meta.dirname }).sort()) {
  const data = JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  const { lines, problems } = cover(data, places);
  const document = path.join(spec, data.document);
  if (existsSync(document)) problems.push(...compare(data, readFileSync(document, 'utf8')));
  failed ||= problems.length > 0;
  if (!process.argv.includes('--summary')) for (const line of lines) print(line);
  console.log(`${file}: ${lines.length} rows in ${data.tables.length} tables, ${problems.length} problems`);
  for (const problem of problems) console.error(`  ${problem}`);
}
process.exitCode = failed ? 1 : 0;

function print({ row, ...where }) {
  console.log(row);
  for (const [what, place] of Object.entries(where)) console.log(`  ${what.padEnd(8)} ${place ?? 'MISSING'}`);
}
