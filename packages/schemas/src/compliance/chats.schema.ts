/** Schemas of chats. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import {
  named,
  object,
  type ObjectSchema,
  openObject,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type * as types from './chats.js';
import type { chatOperations } from './operations.js';
import { TimeRangeSchema } from './time-range.schema.js';

/** Schema of {@link types.ChatUser}. */
export const ChatUserSchema: ObjectSchema<types.ChatUser> = openObject<types.ChatUser>()({
  id: z.string().min(1),
  email_address: z.string(),
});

/** Fields of {@link types.Chat}, which a chat with its messages shares. */
export const chatFields: {
  readonly id: Schema<string>;
  readonly created_at: Schema<string>;
  readonly deleted_at: Schema<string | null | undefined>;
  readonly href: Schema<string>;
  readonly model: Schema<string | null | undefined>;
  readonly name: Schema<string>;
  readonly organization_id: Schema<string>;
  readonly organization_uuid: Schema<string>;
  readonly project_id: Schema<string | null | undefined>;
  readonly updated_at: Schema<string>;
  readonly user: Schema<types.ChatUser>;
} = {
  id: named(z.string().startsWith('assistant_chat_')),
  created_at: timestamp,
  deleted_at: timestamp.nullish(),
  href: z.url(),
  model: named(z.string()).nullish(),
  name: z.string(),
  organization_id: z.string().min(1),
  organization_uuid: z.string().min(1),
  project_id: named(z.string().startsWith('assistant_proj_')).nullish(),
  updated_at: timestamp,
  user: ChatUserSchema,
};

/** Schema of {@link types.Chat}. */
export const ChatSchema: ObjectSchema<types.Chat> = openObject<types.Chat>()(chatFields);

/** Schema of {@link types.DeletedChat}. */
export const DeletedChatSchema: ObjectSchema<types.DeletedChat> = openObject<types.DeletedChat>()({
  id: named(z.string()),
  type: z.literal('assistant_chat_deleted').optional(),
});

/** Schema of {@link types.ChatListParams}. */
export const ChatListParamsSchema: ObjectSchema<types.ChatListParams> = oneCursor(
  object<types.ChatListParams>()({
    ...idCursorFields,
    user_ids: rule(
      { missing: 'CMP-021', type: 'CMP-021', value: 'CMP-022' },
      z.array(z.string().min(1)).min(1).max(10),
    ),
    created_at: rule('CMP-027', TimeRangeSchema).optional(),
    updated_at: rule('CMP-028', TimeRangeSchema).optional(),
    limit: rule('CMP-031', pageLimit(1000)).optional(),
    organization_ids: rule('CMP-032', z.array(z.string().min(1))).optional(),
    project_ids: rule('CMP-033', z.array(named(z.string().min(1)))).optional(),
  }),
);

/** Schemas of the operations on chats, by id. */
export const chatSchemas: SchemasFor<typeof chatOperations> = {
  'chats.list': { query: ChatListParamsSchema, response: idPage(ChatSchema) },
  'chats.delete': { response: DeletedChatSchema },
};
