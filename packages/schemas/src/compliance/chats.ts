/** Chats: metadata of the chats of users, and permanent deletion. */
import type { Operation } from '../kit/operation.js';
import type { IdPage } from '../kit/paging.js';
import type { TimeRange } from './time-range.js';

/** A user, as referenced by chats and projects. */
export interface ChatUser {
  /** Identifier of the user. */
  id: string;
  /** E-mail address of the user. */
  email_address: string;
}

/**
 * Metadata of a chat.
 *
 * @source compliance > Chat (list item)
 */
export interface Chat {
  /** Identifier with the prefix `assistant_chat_`. */
  id: string;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Deletion time (RFC 3339); null or absent if the chat is not deleted. */
  deleted_at?: string | null | undefined;
  /** URL at which the chat can be viewed in the product. */
  href: string;
  /** Model selected for the chat; null or absent for old chats without a recorded model. */
  model?: string | null | undefined;
  /** Title of the chat. */
  name: string;
  /** Organization that the chat belongs to. */
  organization_id: string;
  /** Organization that the chat belongs to, as a UUID. */
  organization_uuid: string;
  /**
   * Project that the chat belongs to, with the prefix `assistant_proj_`; null or absent if it does not belong to a
   * project.
   */
  project_id?: string | null | undefined;
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** User who created the chat. */
  user: ChatUser;
}

/**
 * Response of {@link deleteChat}.
 *
 * @source compliance > Chat deletion result
 */
export interface DeletedChat {
  /** Identifier of the deleted chat. */
  id: string;
  /** Always `assistant_chat_deleted`, when present. */
  type?: 'assistant_chat_deleted' | undefined;
}

/** Query of {@link listChats}. */
export interface ChatListParams {
  /** Identifiers of 1 to 10 users whose chats to list. `organizations.listUsers` returns them. */
  user_ids: string[];
  /** Opaque cursor. Returns the chats after it. Cannot be combined with `before_id`. */
  after_id?: string | undefined;
  /** Opaque cursor. Returns the chats before it. */
  before_id?: string | undefined;
  /** Returns only chats created in this time range. */
  created_at?: TimeRange | undefined;
  /** Returns only chats last updated in this time range. */
  updated_at?: TimeRange | undefined;
  /** Chats per page, 1 to 1,000. Default 100. */
  limit?: number | undefined;
  /** Returns only chats in these organizations: ids (`org_...`) or UUIDs. */
  organization_ids?: string[] | undefined;
  /** Returns only chats in these projects (`assistant_proj_...`). */
  project_ids?: string[] | undefined;
}

/** Lists the chats of up to ten users, oldest first. Ties are sorted by id. */
export const listChats: Operation<{ query: ChatListParams; response: IdPage<Chat> }> = {
  id: 'chats.list',
  method: 'GET',
  path: '/v1/compliance/apps/chats',
  auth: 'compliance-key',
  paging: 'id',
  query: {
    user_ids: 'name[]',
    organization_ids: 'name[]',
    project_ids: 'name[]',
    created_at: 'name.gte',
    updated_at: 'name.gte',
  },
  replay: 'read',
  content: ['data.*.name'],
  source: 'compliance > Compliance: chats',
};

/** Deletes a chat permanently, with all its messages and files. */
export const deleteChat: Operation<{ params: 'assistant_chat_id'; response: DeletedChat }> = {
  id: 'chats.delete',
  method: 'DELETE',
  path: '/v1/compliance/apps/chats/{assistant_chat_id}',
  auth: 'compliance-key',
  replay: 'idempotent',
  source: 'compliance > Compliance: chats',
};
