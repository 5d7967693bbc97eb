import type { ChatMessage } from '@parlance/schemas';

/** Something that hangs on a message and can be downloaded. */
export interface ChatAttachment {
  readonly key: string;
  readonly kind: 'file' | 'generated file' | 'artifact';
  readonly name: string;
  /** Address at the console's own server. */
  readonly href: string;
}

/** Everything that hangs on a message. */
export function attachmentsOf({ files, generated_files, artifacts }: ChatMessage): ChatAttachment[] {
  return [
    ...(files ?? []).map(({ id, filename }) => attachment('file', filename, `files/${id}`)),
    ...(generated_files ?? []).map(({ id, filename }) =>
      attachment('generated file', filename, `generatedFiles/${id}`),
    ),
    ...(artifacts ?? []).map(({ title, version_id }) =>
      attachment('artifact', title ?? 'Untitled artifact', `artifacts/${version_id}`),
    ),
  ];
}

function attachment(kind: ChatAttachment['kind'], name: string, path: string): ChatAttachment {
  const [folder, id] = path.split(/\/(.*)/s) as [string, string];
  return { key: path, kind, name, href: `/files/${folder}/${encodeURIComponent(id)}` };
}
