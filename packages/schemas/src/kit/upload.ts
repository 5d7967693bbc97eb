/** Files in multipart bodies. */

/**
 * A file within a multipart body.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export interface UploadFile {
  /** File name, 1 to 255 characters. */
  filename: string;
  /** Media type. Default `application/octet-stream`. */
  contentType?: string | undefined;
  /** The bytes. */
  data: Uint8Array;
}
