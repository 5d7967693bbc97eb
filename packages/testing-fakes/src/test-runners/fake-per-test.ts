/** An emulator for each test, whatever runs them. */
import { createFake, type Fake, type FakeOptions } from '../create-fake.js';

/** Gives the emulator of the test that runs. */
export interface FakePerTest {
  /** The emulator, fresh for each test. @throws When no test runs. */
  readonly fake: Fake;
}

/** What a test runner calls before and after each test. */
export interface Hooks {
  readonly beforeEach: (run: () => void) => void;
  readonly afterEach: (run: () => Promise<void>) => void;
}

/**
 * Makes an emulator before each test and closes it after; a test whose scripts did not go as they say fails then.
 *
 * @param hooks - The runner's.
 * @param options - Options of each emulator.
 */
export function fakePerTest(hooks: Hooks, options: FakeOptions | undefined): FakePerTest {
  let current: Fake | undefined;
  hooks.beforeEach(() => {
    current = createFake(options);
  });
  hooks.afterEach(async () => {
    const fake = current;
    current = undefined;
    const problems = fake?.scriptProblems() ?? [];
    await fake?.close();
    if (problems.length > 0)
      throw new Error(`The scripts of the emulator were not followed:\n${problems.join('\n')}`);
  });
  return {
    get fake() {
      if (current === undefined) throw new Error('There is an emulator while a test runs only.');
      return current;
    },
  };
}
