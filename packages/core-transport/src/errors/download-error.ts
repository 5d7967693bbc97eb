import { brandError, ParlanceError } from './parlance-error.js';

/** Why a download can't be used. */
export type DownloadErrorCode = 'download_too_large' | 'download_incomplete' | 'download_corrupt';

/** A download that arrived incomplete, damaged or too large. Nothing of it was kept. */
export class DownloadError extends ParlanceError {
  declare readonly code: DownloadErrorCode;
  /** Request id, null when the response carried none. */
  readonly requestId: string | null;

  static {
    brandError(this, 'DownloadError');
  }

  /**
   * @param code - `download_too_large`: longer than allowed; `download_incomplete`: shorter than announced;
   * `download_corrupt`: its checksum is another one than announced.
   * @param message - What was found.
   * @param requestId - Request id, null when the response carried none.
   */
  constructor(code: DownloadErrorCode, message: string, requestId: string | null) {
    super(code, message);
    this.requestId = requestId;
  }
}
