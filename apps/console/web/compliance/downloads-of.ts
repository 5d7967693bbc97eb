import type { ChatMessage } from '@parlance/schemas';

/** A file or artifact of a message, to download from the console server. */
export interface Downloadable {
  /** Where the file comes from: a person, the model, or an artifact of the chat. */
  readonly kind: 'file' | 'generated file' | 'artifact';
  /** File name, or title of the artifact. */
  readonly name: string;
  readonly href: string;
}

/** Returns the files and artifacts of a message. */
export function downloadsOf({ files, generated_files, artifacts }: ChatMessage): Downloadable[] {
  return [
    ...(files ?? []).map(({ id, filename: name }) => ({
      kind: 'file' as const,
      name,
      href: hrefOf('files', id),
    })),
    ...(generated_files ?? []).map(({ id, filename: name }) => ({
      kind: 'generated file' as const,
      name,
      href: hrefOf('generatedFiles', id),
    })),
    ...(artifacts ?? []).map(({ version_id, title }) => ({
      kind: 'artifact' as const,
      name: title ?? 'Untitled artifact',
      href: hrefOf('artifacts', version_id),
    })),
  ];
}

function hrefOf(folder: string, id: string): string {
  return `/files/${folder}/${encodeURIComponent(id)}`;
}
