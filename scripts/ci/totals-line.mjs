/**
 * Counts the tests of a vitest JSON report. A test file that could not be loaded has no tests and yet has failed: it
 * counts as one failure.
 *
 * @param report - The report; without one nothing has run.
 */
export function totalsOf(report) {
  if (report === undefined) return { passed: 0, failed: 0, skipped: 0 };
  const files = report.testResults ?? [];
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The totals in the plain form `N passed, N failed`, with `, N skipped` if there are any. */
export function totalsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
