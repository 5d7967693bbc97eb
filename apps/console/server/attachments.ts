import type { ChatMessage } from '@parlance/schemas';

/** A downloadable file or artifact of a message. */
export interface Attachment {
  /** Where the file comes from: a person, the model, or an artifact of the chat. */
  readonly kind: 'file' | 'generated file' | 'artifact';
  /** ID to download it by. */
  readonly id: string;
  /** File name, or title of the artifact. */
  readonly name: string;
}

/** Returns the files and artifacts of a message. */
export function attachmentsOf({ files, generated_files, artifacts }: ChatMessage): Attachment[] {
  return [
    ...(files ?? []).map(({ id, filename }): Attachment => ({ kind: 'file', id, name: filename })),
    ...(generated_files ?? []).map(({ id, filename }): Attachment => ({
      kind: 'generated file',
      id,
      name: filename,
    })),
    ...(artifacts ?? []).map(({ version_id: id, title }): Attachment => ({
      kind: 'artifact',
      id,
      name: title ?? 'Untitled artifact',
    })),
  ];
}
