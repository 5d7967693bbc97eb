/**
 * Counts the tests of vitest's JSON reports. A test file that could not be loaded has no tests and yet has failed: it
 * counts as one failure.
 *
 * @param reports - The reports; `undefined` stands for a run that wrote none: nothing has run.
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

/** The totals in the plain form `N passed, N failed`, with `, N skipped` if there are any. */
export function totalsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function failedToLoad({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}
