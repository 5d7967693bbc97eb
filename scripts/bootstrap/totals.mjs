/** Prints the totals of vitest's JSON reports, named as arguments: the last line of `.ci/run`. Works with Node 18. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const totals = totalsOf(process.argv.slice(2).map(read));
  if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;
  console.log(totalsLine(totals));
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`no test results: ${error.message}`);
    process.exitCode = 1;
    return undefined;
  }
}

/**
 * Counts the tests of vitest's JSON reports. A test file that fails to load has no tests; it counts as one failure.
 *
 * @param reports - The reports; `undefined` for a run without a report, in which no test ran.
 */
export function totalsOf(reports) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const report of reports.filter((each) => each !== undefined)) {
    totals.passed += report.numPassedTests;
    totals.failed += report.numFailedTests + report.testResults.filter(failedToLoad).length;
    totals.skipped += report.numPendingTests + report.numTodoTests;
  }
  return totals;
}

/** Formats the totals as `N passed, N failed`, followed by `, N skipped` if there are any. */
export function totalsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function failedToLoad({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}
