import type { ComplianceClient } from '@parlance/compliance';
import type { Runner, Store } from '@parlance/durable';
import type { ExportEvent } from '../state/export-events.js';
import type { ExportStatus } from '../state/export-status.js';

/** Options for `start`. */
export interface StartExportOptions {
  /** The client. Its key must be able to read activities, the directory and user data, as far as the sources need them. */
  readonly compliance: ComplianceClient;
  /** Where the state of the export is kept. It must be the store of the runner. */
  readonly store: Store;
  /** Runs the jobs, one per window and partition. It is started, and stays open after the run. */
  readonly runner: Runner;
  /**
   * Whether to help when another process runs the export already, and to take over if that process ends. Use it to run the same program
   * on several machines with a shared folder. Default: false; a second run is rejected.
   */
  readonly join?: boolean | undefined;
  /** Upper bound of the requests per minute that the client's rate limiter has, for the estimate of the remaining time. Default: none. */
  readonly requestsPerMinute?: number | undefined;
  /** Share of the rate limit that the client's rate limiter leaves to other tools, for the same estimate. Default 0. */
  readonly reserve?: number | undefined;
  /**
   * How long a run whose archive is complete waits for followers that are remote, in milliseconds. What they do not have by then is delivered by the next
   * run. Default: 60,000.
   */
  readonly followersWaitMs?: number | undefined;
}

/** A run of an export in this process. */
export interface ExportRun extends AsyncDisposable {
  /** Yields events from now on, and ends with the run. Slow consumers miss events. */
  events(): AsyncIterable<ExportEvent>;
  /**
   * Resolves with the state of the export once the run is complete, or was stopped. A run with failures is complete too: they are in the state,
   * and the next run tries them again. Rejects when a problem has paused the run, for example with an `ExportError` when the key was
   * rejected, or an `ArchiveError` when the disk is full; `start` resumes it.
   */
  readonly done: Promise<ExportStatus>;
  /**
   * Stops this process's part: aborts its requests and releases the lease. What is unsealed is read again by the next `start`, or by a
   * process that has joined.
   */
  stop(): Promise<void>;
}
