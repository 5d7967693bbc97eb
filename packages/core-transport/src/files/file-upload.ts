/** Conversion of the input of `files.upload`. */
import type { UploadFile } from '@parlance/schemas/kit';
import type { FileUploadParams } from '@parlance/schemas/managed-agents';
import { ConfigError } from '../errors/request-errors.js';
import { FileOnDisk } from '../uploads/file-on-disk.js';
import { writeMultipart } from '../uploads/multipart.js';
import type { WrittenBody } from '../uploads/written-body.js';

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

/** Converts a Blob or a path to a file with a name. Other values are returned unchanged, and rejected by the call. */
export function uploadParams(params: FileUploadInput): FileUploadParams {
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
export function writeUpload(body: object): WrittenBody {
  const { file } = body as { readonly file?: unknown };
  if (typeof file !== 'object' || file === null || !('data' in file))
    throw new ConfigError('file', 'file must be a Blob, { path }, or { filename, data }');
  return writeMultipart(body);
}
