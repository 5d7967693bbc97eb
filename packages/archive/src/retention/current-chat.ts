import type { ComplianceClient } from '@parlance/compliance';
import { NotFoundError } from '@parlance/core-transport';
import { digestOf } from '../certificates/digest.js';
import type { ArchivedChat } from './archived-chats.js';

/** How a chat of the service compares to the archive. */
export interface CurrentChat {
  /** `gone`: it does not exist; `changed`: it differs from the archive; `same`: everything in it is archived. */
  readonly state: 'gone' | 'changed' | 'same';
  /** Id of the last request. */
  readonly requestId: string | null;
}

const MESSAGES_PER_PAGE = 1_000;

/** Reads a chat and compares all of it with the archive: when it was changed, where it is, and the digest of each message. */
export async function readCurrentChat(
  compliance: ComplianceClient,
  { chat, messages }: ArchivedChat,
  signal: AbortSignal,
): Promise<CurrentChat> {
  let requestId: string | null = null;
  const unread = new Map(messages);
  try {
    const pages = compliance.chats
      .messages(chat.id, { limit: MESSAGES_PER_PAGE }, { signal, priority: 'bulk' })
      .pages();
    for await (const page of pages) {
      ({ requestId } = page);
      const isSame =
        page.updated_at === chat.updated_at &&
        page.user.id === chat.user.id &&
        (page.project_id ?? null) === (chat.project_id ?? null) &&
        page.data.every((message) => {
          const archived = unread.get(message.id);
          unread.delete(message.id);
          return archived === digestOf({ ...message, chat_id: chat.id, user_id: chat.user.id });
        });
      if (!isSame) return { state: 'changed', requestId };
    }
    // A message that has vanished is a change too.
    return { state: unread.size === 0 ? 'same' : 'changed', requestId };
  } catch (error) {
    if (NotFoundError.is(error)) return { state: 'gone', requestId: error.requestId };
    throw error;
  }
}
