/** Types of files, which clients of this API upload too. */
export type {
  DeletedFile,
  FileListParams,
  FileMetadata,
  FileScope,
  FileUploadParams,
} from '../managed-agents/files.js';
