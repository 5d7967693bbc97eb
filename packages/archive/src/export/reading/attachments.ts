import type { ChatMessage } from '@parlance/schemas';
import type { ArchivedFile } from '../../records/archive-record.js';

/** A file that a message refers to. */
export type Attachment = Pick<ArchivedFile, 'id' | 'name' | 'mime_type'> & {
  readonly source: Exclude<ArchivedFile['source'], 'project_document'>;
};

/** Returns the files of a message: uploads, generated files and versions of artifacts. */
export function attachmentsOf({ files, generated_files, artifacts }: ChatMessage): readonly Attachment[] {
  return [
    ...(files ?? []).map(({ id, filename, mime_type }) => ({
      source: 'file' as const,
      id,
      name: filename,
      mime_type,
    })),
    ...(generated_files ?? []).map(({ id, filename, mime_type }) => ({
      source: 'generated_file' as const,
      id,
      name: filename,
      mime_type,
    })),
    ...(artifacts ?? []).map(({ version_id, title, artifact_type }) => ({
      source: 'artifact' as const,
      id: version_id,
      name: title ?? null,
      mime_type: artifact_type ?? null,
    })),
  ];
}
