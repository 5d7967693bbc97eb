import { openDownload } from '@parlance/core-transport/internal';
import type { ApiPromise, CallOptions, Download, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  deleteFile,
  downloadFile,
  listFiles,
  retrieveFile,
  uploadFile,
} from '@parlance/schemas/managed-agents';
import type { DeletedFile, FileListParams, FileMetadata } from '@parlance/schemas/managed-agents';
import { uploadParams, writeUpload, type FileUploadInput } from './file-upload.js';

/** Uploads files for sessions to read, and downloads files that sessions created. */
export class Files {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Uploads a file of up to 500 MB: a Blob or `File`, a file on disk, or bytes or a stream with a name.
   *
   * @throws {ConfigError} When `file` is none of these, or the file on disk cannot be read. Nothing has been sent.
   */
  upload(params: FileUploadInput, options?: CallOptions): ApiPromise<FileMetadata> {
    return this.#transport.call(uploadFile, { body: uploadParams(params), write: writeUpload }, options);
  }

  /** Retrieves a file's metadata. */
  retrieve(fileId: string, options?: CallOptions): ApiPromise<FileMetadata> {
    return this.#transport.call(retrieveFile, { params: { file_id: fileId } }, options);
  }

  /** Lists files, newest first. */
  list(params: FileListParams = {}, options?: ListOptions): Paginator<FileMetadata> {
    return this.#transport.list(listFiles, { query: params }, options);
  }

  /** Deletes a file. */
  delete(fileId: string, options?: CallOptions): ApiPromise<DeletedFile> {
    return this.#transport.call(deleteFile, { params: { file_id: fileId } }, options);
  }

  /**
   * Downloads the content of a file that a session created. Pass it to `readDownload` or `saveDownload`, which download again
   * after a lost connection.
   */
  download(fileId: string, options?: CallOptions): Promise<Download> {
    const params = { file_id: fileId };
    return openDownload(() => this.#transport.download(downloadFile, { params }, options));
  }
}
