/** Schemas of files. */
import { s } from '../kit/schema.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { characters, timestamp } from '../kit/limits.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import { object, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
import type { UploadFile } from '../kit/upload.js';
import type {
  DeletedFile,
  FileListParams,
  FileMetadata,
  fileOperations,
  FileScope,
  FileUploadParams,
} from './files.js';

/** Schema of {@link FileMetadata}. */
export const FileMetadataSchema: Schema<FileMetadata> = openObject<FileMetadata>()({
  id: s.string().startsWith('file_'),
  created_at: timestamp,
  filename: s.string(),
  mime_type: s.string(),
  size_bytes: s.int().min(0),
  type: s.literal('file'),
  downloadable: s.boolean().optional(),
  scope: openObject<FileScope>()({ id: s.string(), type: s.literal('session') })
    .nullable()
    .optional(),
  expires_at: timestamp.nullable().optional(),
});

/** Schema of {@link FileUploadParams}. */
export const FileUploadParamsSchema: Schema<FileUploadParams> = object<FileUploadParams>()({
  file: object<UploadFile>()({
    filename: characters({ min: 1, max: 255 }),
    contentType: s.string().optional(),
    data: s.bytes(),
  }),
});

const listParams: Schema<FileListParams> = oneCursor(
  object<FileListParams>()({
    ...idCursorFields,
    limit: rule('GEN-005', pageLimit(1000)).optional(),
    scope_id: s.string().min(1).optional(),
  }),
);

/** Schemas of the operations on files, by id. */
export const fileSchemas: SchemasFor<typeof fileOperations> = {
  'files.upload': { body: FileUploadParamsSchema, response: FileMetadataSchema },
  'files.list': { query: listParams, response: idPage(FileMetadataSchema) },
  'files.retrieve': { response: FileMetadataSchema },
  'files.delete': {
    response: openObject<DeletedFile>()({ id: s.string(), type: s.literal('file_deleted').optional() }),
  },
  'files.download': {},
};
