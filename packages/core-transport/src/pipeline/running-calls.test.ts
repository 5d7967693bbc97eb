import { expect, test } from 'vitest';
import { RunningCalls } from './running-calls.js';
import type { RunningCall } from './running-calls.js';

function callsOf(names: string): {
  readonly calls: RunningCalls;
  readonly add: RunningCall[];
  readonly aborted: string[];
} {
  const calls = new RunningCalls();
  const aborted: string[] = [];
  const add = [...names].map((name) => {
    const call: RunningCall = {
      place: -1,
      abort: () => {
        aborted.push(name);
        calls.remove(call);
      },
    };
    calls.add(call);
    return call;
  });
  return { calls, add, aborted };
}

test.each([
  ['the first', [0], 'bcd'],
  ['the last', [3], 'abc'],
  ['one in the middle, twice', [1, 1], 'acd'],
  ['the first and the one in its place', [0, 3], 'bc'],
  ['all', [2, 0, 1, 3], ''],
])('aborts the calls that are left after removing %s', (_name, removed, left) => {
  const { calls, add, aborted } = callsOf('abcd');
  for (const index of removed) calls.remove(add[index] as RunningCall);
  calls.abort('closed');
  expect(aborted.sort().join('')).toBe(left);
  calls.abort('closed again');
  expect(aborted).toHaveLength(left.length);
});
