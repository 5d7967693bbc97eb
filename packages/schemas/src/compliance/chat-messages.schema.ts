/** Schemas of the messages of a chat. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import {
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type SchemasFor,
} from '../kit/schema.js';
import type * as types from './chat-messages.js';
import type { chatMessageOperations } from './operations.js';
import { chatFields } from './chats.schema.js';
import { TimeRangeSchema } from './time-range.schema.js';

/** Schema of {@link types.ChatArtifact}. */
export const ChatArtifactSchema: ObjectSchema<types.ChatArtifact> = openObject<types.ChatArtifact>()({
  id: named(z.string().startsWith('assistant_artifact_')),
  artifact_type: z.string().nullish(),
  title: z.string().nullish(),
  version_id: named(z.string().startsWith('assistant_artifact_version_')),
});

/** Schema of {@link types.ChatFile}. */
export const ChatFileSchema: ObjectSchema<types.ChatFile> = openObject<types.ChatFile>()({
  id: named(z.string().min(1)),
  filename: z.string(),
  mime_type: z.string(),
});

/** Schema of {@link types.GeneratedFile}. */
export const GeneratedFileSchema: ObjectSchema<types.GeneratedFile> = openObject<types.GeneratedFile>()({
  id: named(z.string().startsWith('assistant_gen_file_')),
  filename: z.string(),
  mime_type: z.string(),
});

const text: ObjectSchema<types.ChatTextBlock> = openObject<types.ChatTextBlock>()({
  text: z.string(),
  type: z.literal('text'),
});

/** Schema of {@link types.ChatMessage}. */
export const ChatMessageSchema: ObjectSchema<types.ChatMessage> = openObject<types.ChatMessage>()({
  id: named(z.string().startsWith('assistant_chat_msg_')),
  artifacts: z.array(ChatArtifactSchema).nullish(),
  content: z.array(openUnion<types.ChatContentBlock>()('type', { text })),
  created_at: timestamp,
  files: z.array(ChatFileSchema).nullish(),
  generated_files: z.array(GeneratedFileSchema).nullish(),
  role: openEnum<'assistant' | 'user'>(),
});

/** Schema of {@link types.ChatWithMessages}. */
export const ChatWithMessagesSchema: ObjectSchema<types.ChatWithMessages> =
  openObject<types.ChatWithMessages>()({
    ...chatFields,
    chat_messages: z.array(ChatMessageSchema),
    first_id: z.string().nullish(),
    has_more: z.boolean().nullish(),
    last_id: z.string().nullish(),
  });

/** Schema of {@link types.ChatMessageListParams}. */
export const ChatMessageListParamsSchema: ObjectSchema<types.ChatMessageListParams> = oneCursor(
  object<types.ChatMessageListParams>()({
    ...idCursorFields,
    created_at: rule('CMP-059', TimeRangeSchema).optional(),
    updated_at: rule('CMP-059', TimeRangeSchema).optional(),
    limit: rule('CMP-057', pageLimit(1000)).optional(),
    order: rule('CMP-053', z.enum(['asc', 'desc'])).optional(),
  }),
);

/** Schemas of the operations on the messages of a chat, by id. */
export const chatMessageSchemas: SchemasFor<typeof chatMessageOperations> = {
  'chats.messages': { query: ChatMessageListParamsSchema, response: ChatWithMessagesSchema },
};
