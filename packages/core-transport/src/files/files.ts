/** Files, for every client that has them. */
import {
  deleteFile,
  downloadFile,
  listFiles,
  retrieveFile,
  uploadFile,
} from '@parlance/schemas/managed-agents';
import type { DeletedFile, FileListParams, FileMetadata } from '@parlance/schemas/managed-agents';
import type { ApiPromise } from '../api-promise.js';
import { openDownload, type Download } from '../downloads/download.js';
import { requireFunction } from '../checks/check-arguments.js';
import type { CallOptions, ListOptions } from '../options/client-options.js';
import type { Paginator } from '../paging/paginator.js';
import type { Transport } from '../transport.js';
import type { WrittenBody } from '../uploads/written-body.js';
import { withProgress, type UploadProgress } from '../uploads/upload-progress.js';
import { uploadParams, writeUpload, type FileUploadInput } from './file-upload.js';

/** Options of an upload. */
export interface FileUploadOptions extends CallOptions {
  /**
   * Called while the file is sent, whenever the connection has taken a part of it. Where `fetch` cannot send streams, as in
   * some browsers, the file is read completely before it is sent.
   */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Uploads files for messages and sessions to read, and downloads files that tools created. */
export class Files {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Uploads a file of up to 500 MB: a Blob or `File`, a file on disk, or bytes or a stream with a name.
   *
   * @param params - The file.
   * @param options - Progress, and options for this call.
   * @throws {ConfigError} When `file` is none of these, or the file on disk cannot be read. Nothing has been sent.
   */
  upload(params: FileUploadInput, options: FileUploadOptions = {}): ApiPromise<FileMetadata> {
    const { onProgress, call } = splitOptions(options);
    const write = (body: object): WrittenBody =>
      onProgress === undefined ? writeUpload(body) : withProgress(writeUpload(body), checked(onProgress));
    return this.#transport.call(uploadFile, { body: uploadParams(params), write }, call);
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
   * Downloads the content of a file that a tool or a session created. Pass it to `readDownload` or `saveDownload`, which download again
   * after a lost connection.
   */
  download(fileId: string, options?: CallOptions): Promise<Download> {
    const params = { file_id: fileId };
    return openDownload(() => this.#transport.download(downloadFile, { params }, options));
  }
}

/** Options that are not an object are rejected by the call. */
function splitOptions(options: FileUploadOptions): {
  readonly onProgress?: unknown;
  readonly call: CallOptions;
} {
  if (typeof options !== 'object' || options === null) return { call: options };
  const { onProgress, ...call } = options;
  return { onProgress, call };
}

function checked(onProgress: unknown): (progress: UploadProgress) => void {
  requireFunction('onProgress', onProgress);
  return onProgress as (progress: UploadProgress) => void;
}
