/** Deletions of chats in the audit log of the service. */
import type { Activity } from '@parlance/schemas';

/** A deletion of a chat, as the audit log reports it. */
export interface ReportedDeletion {
  readonly chat: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The request; null if the activity does not name it. */
  readonly requestId: string | null;
}

/** Types of activities that report deletions: the deletion itself, and the request of a compliance key, which names its id. */
export const DELETION_TYPES = ['assistant_chat_deleted', 'compliance_api_accessed'] as const;

/** Returns the deletion that an activity reports; null if it reports none. */
export function reportedDeletion(body: Activity): ReportedDeletion | null {
  const at = Date.parse(body.created_at ?? '');
  if (Number.isNaN(at)) return null;
  if (body.type === 'assistant_chat_deleted') {
    const { assistant_chat_id: chat } = body as { readonly assistant_chat_id?: unknown };
    return typeof chat === 'string' ? { chat, at, requestId: null } : null;
  }
  const { request_id, request_method, url } = body as Readonly<Record<string, unknown>>;
  if (request_method !== 'DELETE' || typeof request_id !== 'string' || typeof url !== 'string') return null;
  const [, chat] = /\/chats\/([^/?#]+)(?:[?#]|$)/.exec(url) ?? [];
  return chat === undefined ? null : { chat, at, requestId: request_id };
}
