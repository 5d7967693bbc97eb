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
