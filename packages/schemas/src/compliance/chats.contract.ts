/** Chats: metadata of the chats of users, and permanent deletion. */
import * as z from 'zod';
import { operationsOf, type OperationContract } from '../kit/contract.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import { named, object, type ObjectSchema, openObject, rule } from '../kit/schema.js';
import type * as types from './chats.js';
import { TimeRange } from './time-range.contract.js';

/** A user, as referenced by chats and projects. */
export const ChatUser: ObjectSchema<types.ChatUser> = openObject({
  /** Identifier of the user. */
  id: z.string().min(1),
  /** E-mail address of the user. */
  email_address: z.string(),
});

/**
 * Metadata of a chat.
 *
 * @source compliance > Chat (list item)
 */
export const Chat: ObjectSchema<types.Chat> = openObject({
  /** Identifier with the prefix `assistant_chat_`. */
  id: named(z.string().startsWith('assistant_chat_')),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Deletion time (RFC 3339); null or absent if the chat is not deleted. */
  deleted_at: timestamp.nullish(),
  /** URL at which the chat can be viewed in the product. */
  href: z.url(),
  /** Model selected for the chat; null or absent for old chats without a recorded model. */
  model: named(z.string()).nullish(),
  /** Title of the chat. */
  name: z.string(),
  /** Organization that the chat belongs to. */
  organization_id: z.string().min(1),
  /** Organization that the chat belongs to, as a UUID. */
  organization_uuid: z.string().min(1),
  /**
   * Project that the chat belongs to, with the prefix `assistant_proj_`; null or absent if it does not belong to a
   * project.
   */
  project_id: named(z.string().startsWith('assistant_proj_')).nullish(),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** User who created the chat. */
  user: ChatUser,
});

/**
 * Response of {@link deleteChat}.
 *
 * @source compliance > Chat deletion result
 */
export const DeletedChat: ObjectSchema<types.DeletedChat> = openObject({
  /** Identifier of the deleted chat. */
  id: named(z.string()),
  /** Always `assistant_chat_deleted`, when present. */
  type: z.literal('assistant_chat_deleted').optional(),
});

/** Query of {@link listChats}. */
export const ChatListParams: ObjectSchema<types.ChatListParams> = oneCursor(
  object({
    /** Opaque cursor. Returns the chats after it. Cannot be combined with `before_id`. */
    after_id: idCursorFields.after_id,
    /** Opaque cursor. Returns the chats before it. */
    before_id: idCursorFields.before_id,
    /** Identifiers of 1 to 10 users whose chats to list. `organizations.listUsers` returns them. */
    user_ids: rule(
      { missing: 'CMP-021', type: 'CMP-021', value: 'CMP-022' },
      z.array(z.string().min(1)).min(1).max(10),
    ),
    /** Returns only chats created in this time range. */
    created_at: rule('CMP-027', TimeRange).optional(),
    /** Returns only chats last updated in this time range. */
    updated_at: rule('CMP-028', TimeRange).optional(),
    /** Chats per page, 1 to 1,000. Default 100. */
    limit: rule('CMP-031', pageLimit(1000)).optional(),
    /** Returns only chats in these organizations: ids (`org_...`) or UUIDs. */
    organization_ids: rule('CMP-032', z.array(z.string().min(1))).optional(),
    /** Returns only chats in these projects (`assistant_proj_...`). */
    project_ids: rule('CMP-033', z.array(named(z.string().min(1)))).optional(),
  }),
);

const operation = operationsOf({ auth: 'compliance-key', source: 'compliance > Compliance: chats' });

/** Lists the chats of up to ten users, oldest first. Ties are sorted by id. */
export const listChats: OperationContract = operation({
  id: 'chats.list',
  route: 'GET /v1/compliance/apps/chats',
  paging: 'id',
  query: {
    user_ids: 'name[]',
    organization_ids: 'name[]',
    project_ids: 'name[]',
    created_at: 'name.gte',
    updated_at: 'name.gte',
  },
  content: ['data.*.name'],
  schemas: { query: ChatListParams, response: idPage(Chat) },
});

/** Deletes a chat permanently, with all its messages and files. */
export const deleteChat: OperationContract = operation({
  id: 'chats.delete',
  route: 'DELETE /v1/compliance/apps/chats/{assistant_chat_id}',
  schemas: { response: DeletedChat },
});
