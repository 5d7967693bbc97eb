import type { Store } from '@parlance/durable';
import { ParlanceError } from '@parlance/schemas/kit';
import type { VerificationResult, VerifyOptions } from '../verify/verification.js';
import { verifyArchive } from '../verify/verify-archive.js';
import { explainExport, type ExplainOptions, type ExportEstimate } from './forecast/explain.js';
import { checkDefinition, type ExportDefinition } from './definition/export-definition.js';
import type { ExportOptions } from './definition/export-options.js';
import type { ExportRun, StartExportOptions } from './running/export-run.js';
import type { ExportStatus } from './state/export-status.js';
import { changeFollower, type FollowerOptions } from './following/change-follower.js';
import type { FollowerReport } from './state/follower-status.js';
import { SinkSet } from './state/sink-set.js';
import { readStatus } from './state/read-status.js';
import { RunningExport, type RunParts } from './running/running-export.js';
import { skipItems } from './state/skips.js';

/** Options for {@link ExportJob.skip}. */
export interface SkipOptions {
  /** The store of the export. */
  readonly store: Store;
  /** Ids of chats and files that failed. */
  readonly ids: readonly string[];
}

/** What {@link ExportJob.probe} found about a sink. */
export interface SinkFinding {
  /** Name of the sink. */
  readonly sink: string;
  /** Why a run could not write to it; null if it probably could. */
  readonly error: ParlanceError | null;
}

/** An export, as {@link defineExport} returns it. */
export interface ExportJob {
  /** Name of the export in the store. */
  readonly name: string;
  /**
   * Estimates requests, time and size before the first request, and checks that the schedule fits into the rate limit.
   *
   * @param options - What is known of the organization. With a client, its users are counted.
   * @throws {ExportError} With code `limit_exceeded`.
   * @throws {ConfigError} When the number of users is unknown or an option is invalid.
   */
  explain(options: ExplainOptions): Promise<ExportEstimate>;
  /**
   * Starts a run, or resumes the last one if it was stopped or killed. A run reads everything up to a fixed time; start the export again,
   * for example every night, for what happened since.
   *
   * Before it reads anything but the directory, a run checks that its schedule fits into the rate limit, and fails with code `limit_exceeded` if it does
   * not. It only checks a limit that the service's responses include; otherwise, call `explain` with `requestsPerMinute` first.
   *
   * The run shares the thread, and the heap, with its client, store and runner. It keeps less than 60 MB, but Node.js lets the heap of a process
   * grow by the memory of the machine, to 400 MB and more. To bound it, start the program that calls this method as a `Worker` with
   * `resourceLimits`, as `examples/export-in-a-thread` does.
   *
   * @param options - Client, store and runner.
   * @throws {ExportError} When another process runs the export, its definition has changed, or its folder and store do not belong together.
   * @throws {ConfigError} When a sink cannot be used.
   */
  start(options: StartExportOptions): Promise<ExportRun>;
  /**
   * Reads the state of the export, also while another process runs it.
   *
   * @param options - The store.
   * @throws {ExportError} With code `not_started`.
   */
  status(options: { readonly store: Store }): Promise<ExportStatus>;
  /**
   * Checks whether a run could write to its sinks. Changes nothing, and sends nothing but a request without records to HTTP sinks.
   *
   * @param options - `signal` ends the checks.
   * @returns For each sink its name, and why it cannot be used; null if nothing speaks against it.
   */
  probe(options: { readonly signal: AbortSignal }): Promise<readonly SinkFinding[]>;
  /**
   * Verifies the archive against its certificates, offline.
   *
   * @param options - See {@link VerifyOptions}.
   * @throws {ConfigError} When no sink writes an archive.
   */
  verify(options?: VerifyOptions): Promise<VerificationResult>;
  /**
   * Leaves out items that cannot be read. The next run records them as `skipped`, with what the list contained, and seals their units.
   *
   * @param options - The items, from the failures of {@link ExportStatus}.
   * @returns The number of items.
   * @throws {ConfigError} When an id is not that of a chat or file that failed. Nothing is left out then.
   * @throws {ExportError} With code `not_started`.
   */
  skip(options: SkipOptions): Promise<number>;
  /**
   * Reads what a follower has received, day by day. Pauses, resumes or replays it, also while another process runs the export.
   *
   * @param options - The follower, and what changes.
   * @throws {ConfigError} When no run had the follower, the time is invalid, or the day would leave out what was not delivered.
   * @throws {ExportError} With code `not_started`.
   */
  follower(options: FollowerOptions): Promise<FollowerReport>;
}

/**
 * Defines an export: its sources, how they are read, and the sinks that records are written to. Nothing happens until you start it.
 *
 * @param options - Sources, windows, filters and sinks.
 * @throws {ConfigError} When an option is invalid.
 */
export function defineExport(options: ExportOptions): ExportJob {
  return new DefinedExport(checkDefinition(options));
}

/** An export with parts that a test can replace. */
export class DefinedExport implements ExportJob {
  readonly name: string;
  readonly #definition: ExportDefinition;
  readonly #parts: Partial<RunParts>;

  constructor(definition: ExportDefinition, parts: Partial<RunParts> = {}) {
    this.name = definition.name;
    this.#definition = definition;
    this.#parts = parts;
  }

  explain(options: ExplainOptions): Promise<ExportEstimate> {
    return explainExport(this.#definition, options);
  }

  async start(options: StartExportOptions): Promise<ExportRun> {
    const run = await RunningExport.open(this.#definition, options, this.#parts);
    run.start();
    return run;
  }

  status({ store }: { readonly store: Store }): Promise<ExportStatus> {
    return readStatus(store, this.name);
  }

  probe({ signal }: { readonly signal: AbortSignal }): Promise<readonly SinkFinding[]> {
    const findings = this.#definition.sinks.map(async (sink): Promise<SinkFinding> => {
      const error = await sink.probe({ signal }).then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error !== null && !ParlanceError.is(error)) throw error;
      return { sink: sink.name, error };
    });
    return Promise.all(findings);
  }

  async verify(options?: VerifyOptions): Promise<VerificationResult> {
    const { signal } = new AbortController();
    const sinks = await SinkSet.open(this.#definition.sinks, { exportName: this.name, signal });
    try {
      return await verifyArchive(sinks.requireArchive().dir, options);
    } finally {
      await sinks.close();
    }
  }

  skip({ store, ids }: SkipOptions): Promise<number> {
    return skipItems(store, this.name, ids);
  }

  follower(options: FollowerOptions): Promise<FollowerReport> {
    return changeFollower(this.name, options);
  }
}
