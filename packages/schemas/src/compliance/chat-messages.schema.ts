/** Schemas of the messages of a chat. */
import { s } from '../kit/schema.js';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import {
  named,
  object,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type {
  ChatArtifact,
  ChatContentBlock,
  ChatFile,
  ChatMessage,
  ChatMessageListParams,
  chatMessageOperations,
  ChatTextBlock,
  ChatWithMessages,
  GeneratedFile,
} from './chat-messages.js';
import { chatFields } from './chats.schema.js';
import { TimeRangeSchema } from './time-range.schema.js';

/** Schema of {@link ChatArtifact}. */
export const ChatArtifactSchema: Schema<ChatArtifact> = openObject<ChatArtifact>()({
  id: named(s.string().startsWith('assistant_artifact_')),
  artifact_type: s.string().nullable(),
  title: s.string().nullable(),
  version_id: named(s.string().startsWith('assistant_artifact_version_')),
});

/** Schema of {@link ChatFile}. */
export const ChatFileSchema: Schema<ChatFile> = openObject<ChatFile>()({
  id: named(s.string().min(1)),
  filename: s.string(),
  mime_type: s.string(),
});

/** Schema of {@link GeneratedFile}. */
export const GeneratedFileSchema: Schema<GeneratedFile> = openObject<GeneratedFile>()({
  id: named(s.string().startsWith('assistant_gen_file_')),
  filename: s.string(),
  mime_type: s.string(),
});

const text: Schema<ChatTextBlock> = openObject<ChatTextBlock>()({
  text: s.string(),
  type: s.literal('text'),
});

/** Schema of {@link ChatMessage}. */
export const ChatMessageSchema: Schema<ChatMessage> = openObject<ChatMessage>()({
  id: named(s.string().startsWith('assistant_chat_msg_')),
  artifacts: s.array(ChatArtifactSchema).nullable(),
  content: s.array(openUnion<ChatContentBlock>()('type', { text })),
  created_at: timestamp,
  files: s.array(ChatFileSchema).nullable(),
  generated_files: s.array(GeneratedFileSchema).nullish(),
  role: openEnum<'assistant' | 'user'>(),
});

/** Schema of {@link ChatWithMessages}. */
export const ChatWithMessagesSchema: Schema<ChatWithMessages> = openObject<ChatWithMessages>()({
  ...chatFields,
  chat_messages: s.array(ChatMessageSchema),
  first_id: s.string().nullable(),
  has_more: s.boolean(),
  last_id: s.string().nullable(),
});

/** Schema of {@link ChatMessageListParams}. */
export const ChatMessageListParamsSchema: Schema<ChatMessageListParams> = oneCursor(
  object<ChatMessageListParams>()({
    ...idCursorFields,
    created_at: rule('CMP-059', TimeRangeSchema).optional(),
    updated_at: rule('CMP-059', TimeRangeSchema).optional(),
    limit: rule('CMP-057', pageLimit(1000)).optional(),
    order: rule('CMP-053', s.enum(['asc', 'desc'])).optional(),
  }),
);

/** Schemas of the operations on the messages of a chat, by id. */
export const chatMessageSchemas: SchemasFor<typeof chatMessageOperations> = {
  'chats.messages': { query: ChatMessageListParamsSchema, response: ChatWithMessagesSchema },
};
