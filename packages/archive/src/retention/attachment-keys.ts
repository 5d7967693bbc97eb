import type { ChatMessage } from '@parlance/schemas';

/** Returns `source id` of all files that a message refers to: uploads, generated files and versions of artifacts. */
export function attachmentKeys({ files, generated_files, artifacts }: ChatMessage): readonly string[] {
  return [
    ...(files ?? []).map(({ id }) => `file ${id}`),
    ...(generated_files ?? []).map(({ id }) => `generated_file ${id}`),
    ...(artifacts ?? []).map(({ version_id }) => `artifact ${version_id}`),
  ];
}
