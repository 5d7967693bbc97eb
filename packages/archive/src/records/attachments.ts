import type { ChatMessage } from '@parlance/schemas';
import type { ArchivedFile } from './archive-record.js';

/** A file that a message refers to. */
export type Attachment = Pick<ArchivedFile, 'id' | 'name' | 'mime_type'> & {
  readonly source: Exclude<ArchivedFile['source'], 'project_document'>;
};

/** Returns the files of a message: uploads, generated files and versions of artifacts. */
export function attachmentsOf({ files, generated_files, artifacts }: ChatMessage): readonly Attachment[] {
  const filesFrom = (source: 'file' | 'generated_file', listed: typeof files): readonly Attachment[] =>
    (listed ?? []).map(({ id, filename: name, mime_type }) => ({ source, id, name, mime_type }));
  return [
    ...filesFrom('file', files),
    ...filesFrom('generated_file', generated_files),
    ...(artifacts ?? []).map(({ version_id, title, artifact_type }) => ({
      source: 'artifact' as const,
      id: version_id,
      name: title ?? null,
      mime_type: artifact_type ?? null,
    })),
  ];
}
