/**
 * Entry `@parlance/testing-fakes/node-test`: an emulator per test for node:test.
 *
 * @module node-test
 */
import { afterEach, beforeEach } from 'node:test';
import { fakePerTest, type FakePerTest, type FakePerTestOptions } from './fake-per-test.js';

export type { FakePerTest, FakePerTestOptions } from './fake-per-test.js';

/**
 * Creates an emulator before each test and closes it afterwards. Call it at the top of a file or `describe` block; it applies to
 * the tests there. A test fails if its requests did not follow its scripts.
 *
 * @param options - Options for each emulator.
 * @returns An object whose `fake` is the emulator of the current test.
 */
export function withFake(options?: FakePerTestOptions): FakePerTest {
  return fakePerTest(
    {
      beforeEach: (run) => beforeEach(run),
      afterEach: (run) =>
        afterEach((context) =>
          run({ name: context.name, hasFailed: !('passed' in context && context.passed === true) }),
        ),
    },
    options,
  );
}
