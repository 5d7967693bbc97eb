import type { ChatMessage } from '@parlance/schemas';
import { attachmentsOf, type Attachment } from '../../server/attachments.js';

/** An attachment with its download URL on the console server. */
export interface Downloadable extends Attachment {
  readonly key: string;
  readonly href: string;
}

const FOLDERS = { file: 'files', 'generated file': 'generatedFiles', artifact: 'artifacts' } as const;

/** Returns the attachments of a message with their download URLs. */
export function downloadsOf(message: ChatMessage): Downloadable[] {
  return attachmentsOf(message).map((attachment) => {
    const path = `${FOLDERS[attachment.kind]}/${encodeURIComponent(attachment.id)}`;
    return { ...attachment, key: path, href: `/files/${path}` };
  });
}
