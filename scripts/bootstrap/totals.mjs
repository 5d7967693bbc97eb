/** Prints the totals of vitest's JSON reports, named as arguments: the last line of `.ci/run`. Works with Node 18. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { totalsLine, totalsOf } from './totals-line.mjs';

const totals = totalsOf(process.argv.slice(2).map(read));
if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;
console.log(totalsLine(totals));

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`no test results: ${error.message}`);
    process.exitCode = 1;
    return undefined;
  }
}
