/** The messages of one chat, with the files that belong to them. */
import * as z from 'zod';
import { operationsOf, type OperationContract } from '../kit/contract.js';
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
  type Schema,
} from '../kit/schema.js';
import type * as types from './chat-messages.js';
import { Chat } from './chats.contract.js';
import { TimeRange } from './time-range.contract.js';

/** A versioned document that the assistant produced or updated in a message. */
export const ChatArtifact: ObjectSchema<types.ChatArtifact> = openObject({
  /** Identifier with the prefix `assistant_artifact_`. */
  id: named(z.string().startsWith('assistant_artifact_')),
  /** Type of the document, in the form of a MIME type; null or absent if not recorded. */
  artifact_type: z.string().nullish(),
  /** Title of the document; null or absent if not recorded. */
  title: z.string().nullish(),
  /**
   * Identifier of this version, with the prefix `assistant_artifact_version_`. Use it to download the version.
   */
  version_id: named(z.string().startsWith('assistant_artifact_version_')),
});

/** A file that the user uploaded. */
export const ChatFile: ObjectSchema<types.ChatFile> = openObject({
  /** Identifier of the file. */
  id: named(z.string().min(1)),
  /** File name. */
  filename: z.string(),
  /** MIME type reported at upload. */
  mime_type: z.string(),
});

/** A file that the assistant created with a tool. */
export const GeneratedFile: ObjectSchema<types.GeneratedFile> = openObject({
  /** Opaque identifier with the prefix `assistant_gen_file_`; its encoding may change. */
  id: named(z.string().startsWith('assistant_gen_file_')),
  /** File name. */
  filename: z.string(),
  /** MIME type reported by the tool. */
  mime_type: z.string(),
});

/** A text block of a message. */
export const ChatTextBlock: ObjectSchema<types.ChatTextBlock> = openObject({
  /** The text. */
  text: z.string(),
  type: z.literal('text'),
});

/** A content block of a message. */
export const ChatContentBlock: Schema<types.ChatContentBlock> = openUnion('type', [ChatTextBlock]);

/**
 * A message of a chat.
 *
 * @source compliance > Chat with messages (response of the messages operation)
 */
export const ChatMessage: ObjectSchema<types.ChatMessage> = openObject({
  /** Identifier with the prefix `assistant_chat_msg_`. */
  id: named(z.string().startsWith('assistant_chat_msg_')),
  /** Documents that the assistant produced or updated; null or absent when empty. */
  artifacts: z.array(ChatArtifact).nullish(),
  /** Content blocks. */
  content: z.array(ChatContentBlock),
  /** Time at which the user sent the message, or the assistant completed its last block (RFC 3339). */
  created_at: timestamp,
  /** Files that the user uploaded; null or absent when empty. */
  files: z.array(ChatFile).nullish(),
  /** Files that the assistant created; null when empty. */
  generated_files: z.array(GeneratedFile).nullish(),
  /** Author of the message. */
  role: openEnum(['assistant', 'user']),
});

/**
 * A chat with a page of its messages.
 *
 * @source compliance > Chat with messages (response of the messages operation)
 */
export const ChatWithMessages: ObjectSchema<types.ChatWithMessages> = openObject('Chat', {
  ...Chat.shape,
  /** The messages, in the requested order. */
  chat_messages: z.array(ChatMessage),
  /** Opaque cursor of the first message, for `before_id`; null or absent on an empty page. */
  first_id: z.string().nullish(),
  /** Whether more messages follow. If null or absent, the presence of a cursor decides. */
  has_more: z.boolean().nullish(),
  /** Opaque cursor of the last message, for `after_id`; null or absent on an empty page. */
  last_id: z.string().nullish(),
});

/** Query of {@link listChatMessages}. */
export const ChatMessageListParams: ObjectSchema<types.ChatMessageListParams> = oneCursor(
  object({
    /** Opaque cursor. Returns the messages after it. Cannot be combined with `before_id`. */
    after_id: idCursorFields.after_id,
    /** Opaque cursor. Returns the messages before it. */
    before_id: idCursorFields.before_id,
    /** Returns only messages sent in this time range. */
    created_at: rule('CMP-059', TimeRange).optional(),
    /** Returns only messages last changed in this time range. */
    updated_at: rule('CMP-059', TimeRange).optional(),
    /** Messages per page, 1 to 1,000. Default: all messages in one response. */
    limit: rule('CMP-057', pageLimit(1000)).optional(),
    /** Sort direction: `asc` for oldest first, `desc` for newest first. Default `asc`. */
    order: rule('CMP-053', z.enum(['asc', 'desc'])).optional(),
  }),
);

const operation = operationsOf({ auth: 'compliance-key', source: 'compliance > Compliance: chats' });

/** Retrieves the messages of a chat with the metadata of their files. */
export const listChatMessages: OperationContract = operation({
  id: 'chats.messages',
  route: 'GET /v1/compliance/apps/chats/{assistant_chat_id}/messages',
  paging: 'id',
  items: 'chat_messages',
  query: { created_at: 'name.gte', updated_at: 'name.gte' },
  content: ['name', 'chat_messages.*.content.*.text', 'chat_messages.*.artifacts.*.title'],
  schemas: { query: ChatMessageListParams, response: ChatWithMessages },
});
