/**
 * `pnpm contract`: writes every file that is derived from the contract, and prints what is still missing.
 * `--check` only reports the files that are out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

process.chdir(path.resolve(import.meta.dirname, '../..'));
const [{ generate }, { missingParts }] = await Promise.all([
  import('./generate.ts'),
  import('./missing-parts.ts'),
]);

const isCheck = process.argv.includes('--check');
for (const [file, text] of await generate()) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (isCheck) {
    console.error(`${file} is out of date: run "pnpm contract" and commit the result.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  }
}
if (!isCheck) for (const sentence of missingParts()) console.log(sentence);
