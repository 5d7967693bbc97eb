/** An emulator per test, independent of the test runner. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '@parlance/files';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import type { FakeOptions } from '../fake/fake-options.js';
import { RELIANCE_FOLDER, saveFacts } from '../reliance/facts-folder.js';

/** Access to the emulator of the current test. */
export interface FakePerTest {
  /** The emulator of the current test. Each test has a new one. @throws When no test is running. */
  readonly fake: Fake;
}

/** Options for `withFake`. */
export interface FakePerTestOptions extends FakeOptions {
  /**
   * Directory in which to save the run of each failed test, created if it is missing. `parlance-fakes open FILE` serves a
   * saved run. Default: runs are not saved.
   */
  readonly saveFailuresTo?: string | undefined;
}

/** A finished test. */
export interface FinishedTest {
  readonly name: string;
  readonly hasFailed: boolean;
}

/** Hooks of a test runner. */
export interface Hooks {
  readonly beforeEach: (run: () => void) => void;
  readonly afterEach: (run: (test: FinishedTest) => Promise<void>) => void;
}

/**
 * Creates an emulator before each test and closes it afterwards. A test whose scenario was not followed fails.
 *
 * @param hooks - Hooks of the test runner.
 * @param options - Options for each emulator.
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
    const problems = fake?.scenarioProblems() ?? [];
    const isBad = test.hasFailed || problems.length > 0;
    if (isBad && fake !== undefined && saveFailuresTo !== undefined)
      await save(fake, test.name, saveFailuresTo);
    const folder = process.env[RELIANCE_FOLDER];
    if (fake !== undefined && folder) await saveFacts(fake, folder);
    await fake?.close();
    if (problems.length > 0)
      throw new Error(`The scenario of the emulator was not followed:\n${problems.join('\n')}`);
  });
  return {
    get fake() {
      if (current === undefined)
        throw new Error(
          'The emulator is only available while a test is running: read `fake` inside the test.',
        );
      return current;
    },
  };
}

async function save(fake: Fake, test: string, folder: string): Promise<void> {
  const name = test.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 100);
  await mkdir(folder, { recursive: true });
  await writePrivateFile(join(folder, `${name}.json`), `${JSON.stringify(fake.saveRun())}\n`);
}
