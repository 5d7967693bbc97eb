/** Entry `@parlance/testing-fakes/node-test`. */
import { afterEach, beforeEach } from 'node:test';
import { fakePerTest, type FakePerTest, type FakePerTestOptions } from './fake-per-test.js';

export type { FakePerTest, FakePerTestOptions } from './fake-per-test.js';

/**
 * Makes an emulator before each test of the file or `describe` block that it is called in, and closes it after. A
 * script that was not followed fails the test.
 *
 * @param options - Options of each emulator.
 * @returns An object whose `fake` is the emulator of the test that runs.
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
