/** Files: uploaded for sessions to read, or created by sessions for you to download. */
import { operationsOf, type OperationContract } from '../kit/contract.js';
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp, UploadFileSchema } from '../kit/limits.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule } from '../kit/schema.js';
import type * as types from './files.js';

/** The session that a file belongs to. */
export const FileScope: ObjectSchema<types.FileScope> = openObject({
  /** Identifier of the session. */
  id: z.string(),
  type: z.literal('session'),
});

/**
 * Metadata of a file.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export const FileMetadata: ObjectSchema<types.FileMetadata> = openObject({
  /** Identifier, `file_...`. */
  id: z.string().startsWith('file_'),
  /** Upload time (RFC 3339). */
  created_at: timestamp,
  /** File name, 1 to 255 characters. */
  filename: z.string(),
  /** Media type. */
  mime_type: z.string(),
  /** Size in bytes. */
  size_bytes: z.int().min(0),
  type: z.literal('file'),
  /** Whether the file can be downloaded. True only for files that tools created; absent means false. */
  downloadable: z.boolean().optional(),
  /** Session that the file belongs to; null or absent if it belongs to the workspace. */
  scope: FileScope.nullish(),
  /** Time at which the file expires (RFC 3339); null or absent if it never expires. */
  expires_at: timestamp.nullish(),
});

/** Body of {@link uploadFile}. */
export const FileUploadParams: ObjectSchema<types.FileUploadParams> = object({
  /** File to upload. */
  file: UploadFileSchema,
});

/** Query of {@link listFiles}. */
export const FileListParams: ObjectSchema<types.FileListParams> = oneCursor(
  object('IdPageParams', {
    ...idCursorFields,
    limit: rule('GEN-005', pageLimit(1000)).optional(),
    /** Returns only files of this session. */
    scope_id: z.string().min(1).optional(),
    /** Returns only these files. Later versions of the API only. */
    ids: z.array(z.string()).optional(),
    /** Opaque cursor from `next_page`. Later versions of the API only. */
    page: z.string().min(1).optional(),
  }),
);

/** A page of {@link listFiles}. */
export const FilePage: ObjectSchema<types.FilePage> = openObject('IdPage<FileMetadata>', {
  ...idPage(FileMetadata).shape,
  /** Opaque cursor of the next page; null on the last one. Absent in the first version of the API. */
  next_page: z.string().nullish(),
});

/**
 * Response of {@link deleteFile}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.2.10
 */
export const DeletedFile: ObjectSchema<types.DeletedFile> = openObject({
  /** Identifier of the deleted file. */
  id: z.string(),
  type: z.literal('file_deleted').optional(),
});

const operation = operationsOf({
  auth: 'api-key',
  beta: 'files-api-2025-04-14',
  source: 'managed-agents > Conventions',
  assumed: ['operation'],
  notShown: '1.2.10',
});

/** Uploads a file of up to 500 MB. */
export const uploadFile: OperationContract = operation({
  id: 'files.upload',
  route: 'POST /v1/files',
  upload: 'multipart',
  maxBodyBytes: 524_288_000,
  replay: 'create',
  content: ['file.data'],
  schemas: { body: FileUploadParams, response: FileMetadata },
});

/** Lists the files, newest first. */
export const listFiles: OperationContract = operation({
  id: 'files.list',
  route: 'GET /v1/files',
  paging: 'id',
  query: { ids: 'name[]' },
  schemas: { query: FileListParams, response: FilePage },
});

/** Retrieves the metadata of a file. */
export const retrieveFile: OperationContract = operation({
  id: 'files.retrieve',
  route: 'GET /v1/files/{file_id}',
  schemas: { response: FileMetadata },
});

/** Deletes a file. */
export const deleteFile: OperationContract = operation({
  id: 'files.delete',
  route: 'DELETE /v1/files/{file_id}',
  schemas: { response: DeletedFile },
});

/** Downloads the content of a file. Files that you uploaded cannot be downloaded. */
export const downloadFile: OperationContract = operation({
  id: 'files.download',
  route: 'GET /v1/files/{file_id}/content',
  download: 'bytes',
  schemas: {},
});
