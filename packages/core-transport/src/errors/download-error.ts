import { ParlanceError } from './parlance-error.js';

/** Why a download failed. */
export type DownloadErrorCode =
  'download_too_large' | 'download_incomplete' | 'download_corrupt' | 'download_not_saved';

/** A download was too large, incomplete or corrupt, or could not be written to disk. Partial content is discarded. */
export class DownloadError extends ParlanceError {
  declare readonly code: DownloadErrorCode;
  /** Request id; null if the response did not include one. */
  readonly requestId: string | null;

  /** Name of the class. */
  override get name(): string {
    return 'DownloadError';
  }

  /**
   * @param code - `download_too_large`: larger than allowed; `download_incomplete`: shorter than announced;
   * `download_corrupt`: checksum mismatch; `download_not_saved`: the file could not be written.
   * @param message - Describes the problem.
   * @param requestId - Request id; null if the response did not include one.
   * @param options - The cause, which must be safe to show.
   */
  // oxlint-disable-next-line max-params -- an error takes its options last.
  constructor(code: DownloadErrorCode, message: string, requestId: string | null, options?: ErrorOptions) {
    super(code, message, options);
    this.requestId = requestId;
  }
}
