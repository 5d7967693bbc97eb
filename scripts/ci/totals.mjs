/** Prints the totals of a vitest run from its JSON report: the last line of `.ci/run`. Works with Node 18. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { totalsOf, totalsLine } from './totals-line.mjs';

const file = process.argv[2] ?? '';
let report;
try {
  report = JSON.parse(readFileSync(file, 'utf8'));
} catch (error) {
  console.error(`no test results: ${error.message}`);
}
const totals = totalsOf(report);
process.exitCode = report !== undefined && totals.failed === 0 && totals.passed > 0 ? 0 : 1;
console.log(totalsLine(totals));
