/** What `files.upload` accepts, and how it is sent. */
import { ConfigError } from '@parlance/core-transport';
import { FileOnDisk, writeMultipart, type WrittenBody } from '@parlance/core-transport/internal';
import type { UploadFile } from '@parlance/schemas/kit';
import type { FileUploadParams } from '@parlance/schemas/managed-agents';

/** A file on disk to upload. Requires Node.js. It is read while it is sent. */
export interface UploadPath {
  /** Path of the file. */
  readonly path: string;
  /** File name, 1 to 255 characters. Defaults to that of the path. */
  readonly filename?: string | undefined;
  /** Media type. Default `application/octet-stream`. */
  readonly contentType?: string | undefined;
}

/** Parameters of `files.upload`. */
export interface FileUploadInput {
  /**
   * The file: a `File`, whose name and type are sent; a Blob, which is named `blob`; a file on disk; or bytes, a Blob or a
   * stream with a name.
   */
  file: UploadFile | UploadPath | Blob;
}

/** Converts a Blob or a path to a file with a name. Values of other types are left to the call, which rejects them. */
export function uploadParams(params: FileUploadInput): FileUploadParams {
  const file: unknown = (params as FileUploadInput | null | undefined)?.file;
  if (file instanceof Blob) {
    const { name = 'blob' } = file as Blob & { readonly name?: string };
    return { ...params, file: { filename: name, contentType: file.type || undefined, data: file } };
  }
  if (!isPath(file)) return params as FileUploadParams;
  const { path, filename = path.split(/[/\\]/).pop() ?? path, contentType } = file;
  return { ...params, file: { filename, contentType, data: new FileOnDisk(path) } };
}

function isPath(file: unknown): file is UploadPath {
  return typeof (file as Partial<UploadPath> | null | undefined)?.path === 'string';
}

/** Writes the body of an upload. @throws {ConfigError} When `file` cannot be sent. */
export function writeUpload(body: object): WrittenBody {
  const { file } = body as { readonly file?: unknown };
  if (typeof file !== 'object' || file === null || !('data' in file))
    throw new ConfigError('file', 'file must be a Blob, { path }, or { filename, data }');
  return writeMultipart(body);
}
