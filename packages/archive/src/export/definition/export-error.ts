import { ParlanceError } from '@parlance/schemas/kit';

/**
 * Why an export did not start or stopped:
 * - `definition_changed`: the definition differs from that of the export that is in the store; the message has the difference;
 * - `other_organization`: the key belongs to another organization than the archive. Nothing was written;
 * - `other_archive`: the folder lacks what the store has sealed, or has an archive of another store. Nothing was written;
 * - `already_running`: another process runs the export;
 * - `limit_exceeded`: the schedule needs more requests than the rate limit allows;
 * - `key_rejected`: the service rejected the key, or the key lacks a permission. Everything up to that point is saved;
 * - `runner_stopped`: the runner of the export was stopped before the run had ended;
 * - `not_started`: the export has never been started with this store.
 */
export type ExportErrorCode =
  | 'definition_changed'
  | 'other_organization'
  | 'other_archive'
  | 'already_running'
  | 'limit_exceeded'
  | 'key_rejected'
  | 'runner_stopped'
  | 'not_started';

/** An export did not start, or stopped before its end. What was sealed before is intact; `start` resumes. */
export class ExportError extends ParlanceError {
  declare readonly code: ExportErrorCode;
  /** Name of the export. */
  readonly exportName: string;

  /** Name of the class. */
  override get name(): string {
    return 'ExportError';
  }

  /**
   * @param code - What happened.
   * @param exportName - Name of the export.
   * @param problem - The problem, after the name and a colon.
   * @param options - The cause, which must be safe to show.
   */
  // oxlint-disable-next-line max-params -- an error takes its options last.
  constructor(code: ExportErrorCode, exportName: string, problem: string, options?: ErrorOptions) {
    super(code, `export ${exportName}: ${problem}`, options);
    this.exportName = exportName;
  }
}
