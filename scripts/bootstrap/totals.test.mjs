import { describe, expect, test } from 'vitest';
import { totalsLine, totalsOf } from './totals.mjs';

const file = (status, ...tests) => ({ status, assertionResults: tests.map((each) => ({ status: each })) });
const report = (counts, testResults) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...counts,
  testResults,
});

const plain = report({ numPassedTests: 3 }, [file('passed', 'passed', 'passed', 'passed')]);

describe('the last line', () => {
  test.each([
    [[plain], '3 passed, 0 failed'],
    [[plain, plain], '6 passed, 0 failed'],
    [
      [report({ numPassedTests: 1, numFailedTests: 1 }, [file('failed', 'passed', 'failed')])],
      '1 passed, 1 failed',
    ],
    [
      [report({ numPassedTests: 1, numPendingTests: 2, numTodoTests: 1 }, [])],
      '1 passed, 0 failed, 3 skipped',
    ],
    // One file failed to load: no test is counted as failed, but the run has failed.
    [[report({ numPassedTests: 1 }, [file('passed', 'passed'), file('failed')])], '1 passed, 1 failed'],
    [[undefined], '0 passed, 0 failed'],
    [[plain, undefined], '3 passed, 0 failed'],
  ])('%#', (reports, line) => {
    expect(totalsLine(totalsOf(reports))).toBe(line);
  });
});
