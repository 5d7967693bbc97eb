import type { FollowerStatus } from './follower-status.js';

/** How many units there are, in each state. */
export interface UnitCounts {
  /** Complete and certified. */
  readonly sealed: number;
  /** Still to be read in this run. */
  readonly open: number;
  /** Not sealed, because items failed. */
  readonly failed: number;
}

/** An item that could not be read. It blocks the sealing of its unit. */
export interface ExportFailure {
  /** `unit`: the list of a window or partition; otherwise one of its items. */
  readonly kind: 'chat' | 'file' | 'unit';
  /** Id of the item, or name of the unit. */
  readonly id: string;
  /** Name of the unit. */
  readonly unit: string;
  /** Code of the error. */
  readonly code: string;
  /** Message of the error. */
  readonly message: string;
  /** Id of the failed request; null if there was no response. */
  readonly requestId: string | null;
  /** Time of the last attempt (RFC 3339). */
  readonly failedAt: string;
  /** Whether a person decided to leave the item out. The next run records it as skipped. */
  readonly skipped: boolean;
}

/** What the first run was expected to need before it read its chats, and what it has needed since. */
export interface ExportForecast {
  /** When it was made (RFC 3339). */
  readonly madeAt: string;
  /** Expected end of the run (RFC 3339). */
  readonly endsAt: string;
  /** Earliest end that was likely (RFC 3339). */
  readonly earliestEndsAt: string;
  /** Latest end that was likely (RFC 3339). */
  readonly latestEndsAt: string;
  /** Expected requests. */
  readonly requests: number;
  /** Requests that were sent since. */
  readonly sent: number;
  /** End of the run (RFC 3339); null until then. */
  readonly endedAt: string | null;
  /** Relative error of the expected duration: 0.1 if it was 10 % too long. Null until the run has ended. */
  readonly error: number | null;
}

/** The state of an export, from the store. */
export interface ExportStatus {
  /** Name of the export. */
  readonly name: string;
  /** `running`: in some process, or its process was killed; `paused`: a problem stopped it; `done`: the last run is complete. */
  readonly state: 'running' | 'paused' | 'done';
  /** Number of the last run, from 1. */
  readonly run: number;
  /** Upper bound of the last run (RFC 3339); null while it is being planned. */
  readonly bound: string | null;
  /** Upper bound of the last run that was completed (RFC 3339): everything before it was read. Null before the first. */
  readonly completedTo: string | null;
  /** Description of the process that runs it; null if none does. */
  readonly runner: string | null;
  /** What stopped the last run; null if nothing did. */
  readonly problem: string | null;
  /** Windows of activities. */
  readonly windows: UnitCounts;
  /** Partitions of users. */
  readonly partitions: UnitCounts;
  /** Records that are sealed. */
  readonly records: number;
  /** Records that were found late, by rechecks. */
  readonly lateRecords: number;
  /** Number of certificates. */
  readonly certificates: number;
  /** What was expected of the first run; null during its planning, for fewer than 50 people, and after a later run. */
  readonly forecast: ExportForecast | null;
  /** The followers of the last run, by name. */
  readonly followers: readonly FollowerStatus[];
  /** Items that could not be read, at most 1,000. */
  readonly failures: readonly ExportFailure[];
}
