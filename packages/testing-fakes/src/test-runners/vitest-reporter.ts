/**
 * Entry `@parlance/testing-fakes/vitest-reporter`: a reporter for vitest that prints what a run relied on.
 *
 * @module vitest-reporter
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter } from 'vitest/node';
import { writePrivateFile } from '@parlance/files';
import { readReliance, RELIANCE_FOLDER } from '../reliance/facts-folder.js';
import { formatReliance } from '../reliance/reliance.js';

/** Options of {@link RelianceReporter}. */
export interface RelianceReporterOptions {
  /** File for the report as JSON. Default: it is printed as text only. */
  readonly file?: string | undefined;
}

/**
 * Prints what the emulators of a run relied on, once it has ended. It covers each emulator of `withFake`, in all processes.
 *
 * Add it to `test.reporters` of the vitest configuration: `reporters: ['default', new RelianceReporter()]`.
 */
export class RelianceReporter implements Reporter {
  readonly #options: RelianceReporterOptions;
  #folder: string | undefined;

  /** @param options - See {@link RelianceReporterOptions}. */
  constructor(options: RelianceReporterOptions = {}) {
    this.#options = options;
  }

  /** Called by vitest before each run. */
  async onTestRunStart(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'parlance-reliance-'));
    process.env[RELIANCE_FOLDER] = this.#folder;
  }

  /** Called by vitest after each run. */
  async onTestRunEnd(): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined) return;
    const report = await readReliance(folder);
    await rm(folder, { recursive: true });
    if (this.#options.file !== undefined)
      await writePrivateFile(this.#options.file, `${JSON.stringify(report, null, 2)}\n`);
    process.stdout.write(`\n${formatReliance(report)}`);
  }
}
