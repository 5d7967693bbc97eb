import type { ChatMessage } from '@parlance/schemas';

/** Something that hangs on a message and can be downloaded. */
export interface Attachment {
  readonly kind: 'file' | 'generated file' | 'artifact';
  /** Id that the download names. */
  readonly id: string;
  readonly name: string;
}

/** Everything that hangs on a message. */
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
