import { brandError, ParlanceError } from './parlance-error.js';

/** Why a download failed. */
export type DownloadErrorCode =
  'download_too_large' | 'download_incomplete' | 'download_corrupt' | 'download_not_saved';

/** A download was too large, incomplete or corrupt, or could not be written to disk. No part of its content was kept. */
export class DownloadError extends ParlanceError {
  declare readonly code: DownloadErrorCode;
  /** Request id, null when the response carried none. */
  readonly requestId: string | null;

  static {
    brandError(this, 'DownloadError');
  }

  /**
   * @param code - `download_too_large`: longer than allowed; `download_incomplete`: shorter than announced;
   * `download_corrupt`: the checksum differs from the announced one; `download_not_saved`: the file could not be written.
   * @param message - The problem.
   * @param requestId - Request id, null when the response carried none.
   * @param options - The cause, which must be safe to show.
   */
  // oxlint-disable-next-line max-params -- an error takes its options last.
  constructor(code: DownloadErrorCode, message: string, requestId: string | null, options?: ErrorOptions) {
    super(code, message, options);
    this.requestId = requestId;
  }
}
