/** Runs the requests of a file through batches, and continues a run that was interrupted. */
import { rename, rm, stat } from 'node:fs/promises';
import type { Lease, Store } from '@parlance/durable';
import {
  runBatch,
  type BatchRunCheckpoint,
  type BatchRunOptions,
  type InferenceClient,
} from '@parlance/inference';
import { CommandError } from '../command-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { readCheckedRequests, type RequestFileFacts, type RequestSource } from './request-file.js';
import { outputChanged, ResultFile, type ResultFormat } from './result-file.js';

/** Number of results by type. */
export interface ResultCounts {
  succeeded: number;
  errored: number;
  canceled: number;
  expired: number;
  /** A type that this release does not know. */
  [type: string]: number;
}

/** Options of {@link BatchFileRun}. */
export interface BatchFileRunOptions {
  readonly inference: InferenceClient;
  readonly store: Store;
  /** File of requests, and what it contains. */
  readonly source: RequestSource;
  readonly facts: RequestFileFacts;
  /** File of results. They are written to `partialFile(output)`, which is renamed once it is complete. */
  readonly output: string;
  readonly format: ResultFormat;
  /** Whether to discard an earlier run and its results. */
  readonly restart: boolean;
  /** Options of the batches. */
  readonly batch: Pick<
    BatchRunOptions,
    'maxRequests' | 'maxBatches' | 'maxRetries' | 'pollIntervalMs' | 'signal'
  >;
  /** Called after each request for the status of a batch. */
  readonly onProgress: NonNullable<BatchRunOptions['onProgress']>;
}

/** State of a run, in the store. */
interface SavedRun {
  readonly digest: string;
  /** Size of the results when the checkpoint was saved. */
  readonly size: number;
  readonly counts: ResultCounts;
  readonly checkpoint: BatchRunCheckpoint | null;
  readonly isDone: boolean;
}

/** Returns the file in which results are written until they are complete. */
export function partialFile(output: string): string {
  return `${output}.partial`;
}

/** A run of the requests of a file. */
export class BatchFileRun {
  /** Results that have been written. */
  readonly counts: ResultCounts = { succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  readonly #options: BatchFileRunOptions;
  readonly #name: string;

  /** @param options - See {@link BatchFileRunOptions}. */
  constructor(options: BatchFileRunOptions) {
    this.#options = options;
    this.#name = `batch run ${options.output}`;
  }

  /**
   * Runs all requests that have no result yet.
   *
   * @returns Whether results were missing.
   * @throws {CommandError} When another process runs it, or the input or the output is not that of the earlier run.
   */
  async run(): Promise<boolean> {
    const { store, facts, source, output, format, batch, inference, onProgress } = this.#options;
    await using lease = await store.leases.acquire(this.#name);
    if (lease === null) throw refused('already_running', `Another process is writing ${output}.`);
    const saved = await this.#resume();
    if (saved?.isDone === true) {
      await this.#publish(saved.size);
      return false;
    }
    const { digest } = facts;
    // Saved first, so that the file belongs to this run even if the process ends here.
    if (saved === null) await this.#save(lease, { checkpoint: null, isDone: false, digest, size: 0 });
    await using results = await ResultFile.open(partialFile(output), { size: saved?.size ?? 0, format });
    const save = async (checkpoint: BatchRunCheckpoint | null, isDone: boolean): Promise<void> => {
      // The results are on the disk before the store says so.
      await results.sync();
      await this.#save(lease, { checkpoint, isDone, digest, size: results.size });
    };
    const responses = runBatch(inference, readCheckedRequests(source, facts), {
      ...batch,
      resumeFrom: saved?.checkpoint,
      onProgress,
      onCheckpoint: (checkpoint) => save(checkpoint, false),
    });
    for await (const response of responses) {
      await results.add(response);
      const { type } = response.result;
      this.counts[type] = (this.counts[type] ?? 0) + 1;
    }
    await save(null, true);
    await this.#publish(results.size);
    return true;
  }

  /** Loads the earlier run, if it belongs to these files. */
  async #resume(): Promise<SavedRun | null> {
    const { store, output, source, facts, restart } = this.#options;
    if (restart) {
      await store.checkpoints.delete(this.#name);
      await rm(partialFile(output), { force: true });
      return null;
    }
    const saved = await store.checkpoints.load<SavedRun>(this.#name);
    if (saved === null) {
      for (const file of [output, partialFile(output)])
        if (((await sizeOf(file)) ?? 0) > 0)
          throw refused('output_exists', `${file} exists and is not the output of a run in this store.`);
      return null;
    }
    if (saved.digest !== facts.digest)
      throw refused(
        'input_changed',
        `The requests in ${source.file} are not those of the run that wrote ${output}.`,
      );
    Object.assign(this.counts, saved.counts);
    return saved;
  }

  /** A run that ended between its last save and the renaming is renamed by the next one. */
  async #publish(size: number): Promise<void> {
    const { output } = this.#options;
    const partial = partialFile(output);
    if ((await sizeOf(partial)) === size) await rename(partial, output);
    else if (((await sizeOf(output)) ?? -1) < size) throw outputChanged(output);
  }

  async #save(lease: Lease, state: Omit<SavedRun, 'counts'>): Promise<void> {
    const saved: SavedRun = { ...state, counts: this.counts };
    const { store } = this.#options;
    await store.transaction((transaction) => transaction.checkpoints.save(this.#name, saved), { lease });
  }
}

/** Returns undefined if the file does not exist. */
async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.size;
}

function refused(code: string, message: string): CommandError {
  const hint =
    code === 'already_running'
      ? 'Wait until it ends, or use another --output.'
      : 'Use another --output, or replace the file with --restart.';
  return new CommandError(code, message, { hint, exitCode: EXIT_CODES.refused });
}
