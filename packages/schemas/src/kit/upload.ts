/** Files in multipart bodies. */

/**
 * Content of a file to upload: bytes, a Blob, or a stream of bytes, for example from `fs.createReadStream`. Blobs and
 * streams are read while they are sent. A stream can be sent only once, so an upload of a stream is not retried.
 */
export type UploadContent = Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * A file to upload.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export interface UploadFile {
  /** File name, 1 to 255 characters. */
  filename: string;
  /** Media type. Default `application/octet-stream`. */
  contentType?: string | undefined;
  /** Content of the file. */
  data: UploadContent;
}
