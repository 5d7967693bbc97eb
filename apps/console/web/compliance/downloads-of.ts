import type { ChatMessage } from '@parlance/schemas';
import { attachmentsOf, type Attachment } from '../../server/attachments.js';

/** Something that hangs on a message, with the address of its download at the console's own server. */
export interface Downloadable extends Attachment {
  readonly key: string;
  readonly href: string;
}

const FOLDERS = { file: 'files', 'generated file': 'generatedFiles', artifact: 'artifacts' } as const;

/** Everything that hangs on a message. */
export function downloadsOf(message: ChatMessage): Downloadable[] {
  return attachmentsOf(message).map((attachment) => {
    const path = `${FOLDERS[attachment.kind]}/${encodeURIComponent(attachment.id)}`;
    return { ...attachment, key: path, href: `/files/${path}` };
  });
}
