/** An emulator for each test, whatever runs them. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFake, type Fake, type FakeOptions } from '../create-fake.js';

/** Gives the emulator of the test that runs. */
export interface FakePerTest {
  /** The emulator, fresh for each test. @throws When no test runs. */
  readonly fake: Fake;
}

/** Options of `withFake`. */
export interface FakePerTestOptions extends FakeOptions {
  /**
   * Folder for what failing tests leave behind, a file for each; `parlance-fakes open FILE` serves it again. Made when
   * it is not there. Default: nothing is saved.
   */
  readonly saveFailuresTo?: string | undefined;
}

/** A test that has run. */
export interface FinishedTest {
  readonly name: string;
  readonly hasFailed: boolean;
}

/** What a test runner calls before and after each test. */
export interface Hooks {
  readonly beforeEach: (run: () => void) => void;
  readonly afterEach: (run: (test: FinishedTest) => Promise<void>) => void;
}

/**
 * Makes an emulator before each test and closes it after; a test whose scripts did not go as they say fails then.
 *
 * @param hooks - The runner's.
 * @param options - Options of each emulator.
 */
export function fakePerTest(hooks: Hooks, options: FakePerTestOptions = {}): FakePerTest {
  const { saveFailuresTo, ...fakeOptions } = options;
  let current: Fake | undefined;
  hooks.beforeEach(() => {
    current = createFake(fakeOptions);
  });
  hooks.afterEach(async (test) => {
    const fake = current;
    current = undefined;
    const problems = fake?.scriptProblems() ?? [];
    const isBad = test.hasFailed || problems.length > 0;
    if (isBad && fake !== undefined && saveFailuresTo !== undefined)
      await save(fake, test.name, saveFailuresTo);
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

/** Writes through a temporary file, so that a file that is there is whole. */
async function save(fake: Fake, test: string, folder: string): Promise<void> {
  const name = test.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 100);
  const path = join(folder, `${name}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.part`, `${JSON.stringify(fake.saveRun())}\n`);
  await rename(`${path}.part`, path);
}
