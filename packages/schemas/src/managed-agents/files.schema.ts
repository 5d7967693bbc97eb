/** Schemas of files. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { characters, timestamp, uploadContent } from '../kit/limits.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule, type SchemasFor } from '../kit/schema.js';
import type { UploadFile } from '../kit/upload.js';
import type * as types from './files.js';
import type { fileOperations } from './operations.js';

/** Schema of {@link types.FileMetadata}. */
export const FileMetadataSchema: ObjectSchema<types.FileMetadata> = openObject<types.FileMetadata>()({
  id: z.string().startsWith('file_'),
  created_at: timestamp,
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.int().min(0),
  type: z.literal('file'),
  downloadable: z.boolean().optional(),
  scope: openObject<types.FileScope>()({ id: z.string(), type: z.literal('session') }).nullish(),
  expires_at: timestamp.nullish(),
});

/** Schema of {@link types.FileUploadParams}. */
export const FileUploadParamsSchema: ObjectSchema<types.FileUploadParams> = object<types.FileUploadParams>()({
  file: object<UploadFile>()({
    filename: characters({ min: 1, max: 255 }),
    contentType: z.string().optional(),
    data: uploadContent,
  }),
});

const listParams: ObjectSchema<types.FileListParams> = oneCursor(
  object<types.FileListParams>()({
    ...idCursorFields,
    limit: rule('GEN-005', pageLimit(1000)).optional(),
    scope_id: z.string().min(1).optional(),
    ids: z.array(z.string()).optional(),
    page: z.string().min(1).optional(),
  }),
);

/** Schema of {@link types.FilePage}. */
export const FilePageSchema: ObjectSchema<types.FilePage> = openObject<types.FilePage>()({
  ...idPage(FileMetadataSchema).shape,
  next_page: z.string().nullish(),
});

/** Schemas of the operations on files, by id. */
export const fileSchemas: SchemasFor<typeof fileOperations> = {
  'files.upload': { body: FileUploadParamsSchema, response: FileMetadataSchema },
  'files.list': { query: listParams, response: FilePageSchema },
  'files.retrieve': { response: FileMetadataSchema },
  'files.delete': {
    response: openObject<types.DeletedFile>()({ id: z.string(), type: z.literal('file_deleted').optional() }),
  },
  'files.download': {},
};
