/** Files: uploaded for sessions to read, or created by sessions for you to download. */
import type { Operation } from '../kit/operation.js';
import type { IdPage, IdPageParams } from '../kit/paging.js';
import type { UploadFile } from '../kit/upload.js';

/** The session that a file belongs to. */
export interface FileScope {
  /** Identifier of the session. */
  id: string;
  /** Always `session`. */
  type: 'session';
}

/**
 * Metadata of a file.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export interface FileMetadata {
  /** Identifier, `file_...`. */
  id: string;
  /** Upload time (RFC 3339). */
  created_at: string;
  /** File name, 1 to 255 characters. */
  filename: string;
  /** Media type. */
  mime_type: string;
  /** Size in bytes. */
  size_bytes: number;
  /** Always `file`. */
  type: 'file';
  /** Whether the file can be downloaded. True only for files that tools created; absent means false. */
  downloadable?: boolean | undefined;
  /** Session that the file belongs to; null or absent if it belongs to the workspace. */
  scope?: FileScope | null | undefined;
  /** Time at which the file expires (RFC 3339); null or absent if it never expires. */
  expires_at?: string | null | undefined;
}

/**
 * Response of {@link deleteFile}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export interface DeletedFile {
  /** Identifier of the deleted file. */
  id: string;
  /** Always `file_deleted`. */
  type?: 'file_deleted' | undefined;
}

/** Body of {@link uploadFile}. */
export interface FileUploadParams {
  /** File to upload. */
  file: UploadFile;
}

/** Query of {@link listFiles}. */
export interface FileListParams extends IdPageParams {
  /** Returns only files of this session. */
  scope_id?: string | undefined;
  /** Returns only these files. Later versions of the API only. */
  ids?: string[] | undefined;
  /** Opaque cursor from `next_page`. Later versions of the API only. */
  page?: string | undefined;
}

/** A page of {@link listFiles}. */
export interface FilePage extends IdPage<FileMetadata> {
  /** Opaque cursor of the next page; null on the last one. Absent in the first version of the API. */
  next_page?: string | null | undefined;
}

const beta = 'files-api-2025-04-14';
const source = 'managed-agents > Conventions';

/**
 * Uploads a file of up to 500 MB.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export const uploadFile: Operation<{ body: FileUploadParams; response: FileMetadata }> = {
  id: 'files.upload',
  method: 'POST',
  path: '/v1/files',
  auth: 'api-key',
  beta,
  upload: 'multipart',
  maxBodyBytes: 524_288_000,
  replay: 'create',
  content: ['file.data'],
  source,
  assumed: ['operation'],
};

/**
 * Lists the files, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export const listFiles: Operation<{ query: FileListParams; response: FilePage }> = {
  id: 'files.list',
  method: 'GET',
  path: '/v1/files',
  auth: 'api-key',
  beta,
  paging: 'id',
  query: { ids: 'name[]' },
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Retrieves the metadata of a file.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export const retrieveFile: Operation<{ params: 'file_id'; response: FileMetadata }> = {
  id: 'files.retrieve',
  method: 'GET',
  path: '/v1/files/{file_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Deletes a file.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export const deleteFile: Operation<{ params: 'file_id'; response: DeletedFile }> = {
  id: 'files.delete',
  method: 'DELETE',
  path: '/v1/files/{file_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Downloads the content of a file. Files that you uploaded cannot be downloaded.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export const downloadFile: Operation<{ params: 'file_id' }> = {
  id: 'files.download',
  method: 'GET',
  path: '/v1/files/{file_id}/content',
  auth: 'api-key',
  beta,
  download: 'bytes',
  replay: 'read',
  source,
  assumed: ['operation'],
};
