/** Files, for every client that has them. */
import type { UploadFile } from '@parlance/schemas/kit';
import {
  deleteFile,
  downloadFile,
  listFiles,
  retrieveFile,
  uploadFile,
  type DeletedFile,
  type FileListParams,
  type FileMetadata,
  type FileUploadParams,
} from '@parlance/schemas/managed-agents';
import type { ApiPromise } from '../api-promise.js';
import { openDownload, type Download } from '../downloads/download.js';
import { requireFunction } from '../checks/check-arguments.js';
import { ConfigError } from '../errors/request-errors.js';
import type { CallOptions, ListOptions } from '../options/client-options.js';
import type { Paginator } from '../paging/paginator.js';
import type { Transport } from '../transport.js';
import { FileOnDisk } from '../uploads/file-on-disk.js';
import { writeMultipart, type WrittenBody } from '../uploads/multipart.js';
import { withProgress, type UploadProgress } from '../uploads/upload-progress.js';

/** A file on disk to upload. It is streamed, so it is not loaded into memory. Requires Node.js. */
export interface UploadPath {
  /** Path of the file. */
  readonly path: string;
  /** File name, 1 to 255 characters. Defaults to the last segment of the path. */
  readonly filename?: string | undefined;
  /** Media type. Default `application/octet-stream`. */
  readonly contentType?: string | undefined;
}

/** Parameters of `files.upload`. */
export interface FileUploadInput {
  /**
   * The file: a `File`, sent with its name and type; a `Blob`, sent with the name `blob`; a file on disk
   * ({@link UploadPath}); or bytes, a Blob or a stream together with a name ({@link UploadFile}).
   */
  file: UploadFile | UploadPath | Blob;
}

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

/** Converts a Blob or a path to a file with a name. Other values are returned unchanged, and rejected by the call. */
function uploadParams(params: FileUploadInput): FileUploadParams {
  const file: unknown = (params as FileUploadInput | null | undefined)?.file;
  return file === undefined ? (params as FileUploadParams) : { ...params, file: uploadedFile(file) };
}

/** Converts a Blob or a path to a file with a name. Other values are returned unchanged. */
export function uploadedFile(file: unknown): UploadFile {
  if (file instanceof Blob) {
    const { name = 'blob' } = file as Blob & { readonly name?: string };
    return { filename: name, contentType: file.type || undefined, data: file };
  }
  // Other values are rejected when the body is serialized.
  if (!isPath(file)) return file as UploadFile;
  const { path, filename = path.split(/[/\\]/).pop() ?? path, contentType } = file;
  return { filename, contentType, data: new FileOnDisk(path) };
}

function isPath(file: unknown): file is UploadPath {
  return typeof (file as Partial<UploadPath> | null | undefined)?.path === 'string';
}

/**
 * Serializes the body of an upload.
 *
 * @throws {ConfigError} When `file` cannot be sent.
 */
function writeUpload(body: object): WrittenBody {
  const { file } = body as { readonly file?: unknown };
  if (typeof file !== 'object' || file === null || !('data' in file))
    throw new ConfigError('file', 'file must be a Blob, { path }, or { filename, data }');
  return writeMultipart(body);
}
