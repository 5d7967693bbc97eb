/** The messages of one chat, with the files that belong to them. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { Chat } from './chats.js';
import type { TimeRange } from './time-range.js';

/** A versioned document that the assistant produced or updated in a message. */
export interface ChatArtifact {
  /** Identifier with the prefix `assistant_artifact_`. */
  id: string;
  /** Type of the document, in the form of a MIME type; null or absent if not recorded. */
  artifact_type?: string | null | undefined;
  /** Title of the document; null or absent if not recorded. */
  title?: string | null | undefined;
  /** Identifier of this version, with the prefix `assistant_artifact_version_`. Use it to download the version. */
  version_id: string;
}

/** A file that the user uploaded. */
export interface ChatFile {
  /** Identifier of the file. */
  id: string;
  /** File name. */
  filename: string;
  /** MIME type reported at upload. */
  mime_type: string;
}

/** A file that the assistant created with a tool. */
export interface GeneratedFile {
  /** Opaque identifier with the prefix `assistant_gen_file_`; its encoding may change. */
  id: string;
  /** File name. */
  filename: string;
  /** MIME type reported by the tool. */
  mime_type: string;
}

/** A text block of a message. */
export interface ChatTextBlock {
  /** The text. */
  text: string;
  /** Always `text`. */
  type: 'text';
}

/** A content block of a message. */
export type ChatContentBlock = ChatTextBlock | UnknownMember;

/**
 * A message of a chat.
 *
 * @source compliance > Chat with messages (response of the messages operation)
 */
export interface ChatMessage {
  /** Identifier with the prefix `assistant_chat_msg_`. */
  id: string;
  /** Documents that the assistant produced or updated; null or absent when empty. */
  artifacts?: ChatArtifact[] | null | undefined;
  /** Content blocks. */
  content: ChatContentBlock[];
  /** Time at which the user sent the message, or the assistant completed its last block (RFC 3339). */
  created_at: string;
  /** Files that the user uploaded; null or absent when empty. */
  files?: ChatFile[] | null | undefined;
  /** Files that the assistant created; null when empty. */
  generated_files?: GeneratedFile[] | null | undefined;
  /** Author of the message. */
  role: OpenEnum<'assistant' | 'user'>;
}

/**
 * A chat with a page of its messages.
 *
 * @source compliance > Chat with messages (response of the messages operation)
 */
export interface ChatWithMessages extends Chat {
  /** The messages, in the requested order. */
  chat_messages: ChatMessage[];
  /** Opaque cursor of the first message, for `before_id`; null or absent on an empty page. */
  first_id?: string | null | undefined;
  /** Whether more messages follow. If null or absent, the presence of a cursor decides. */
  has_more?: boolean | null | undefined;
  /** Opaque cursor of the last message, for `after_id`; null or absent on an empty page. */
  last_id?: string | null | undefined;
}

/** Query of {@link listChatMessages}. */
export interface ChatMessageListParams {
  /** Opaque cursor. Returns the messages after it. Cannot be combined with `before_id`. */
  after_id?: string | undefined;
  /** Opaque cursor. Returns the messages before it. */
  before_id?: string | undefined;
  /** Returns only messages sent in this time range. */
  created_at?: TimeRange | undefined;
  /** Returns only messages last changed in this time range. */
  updated_at?: TimeRange | undefined;
  /** Messages per page, 1 to 1,000. Default: all messages in one response. */
  limit?: number | undefined;
  /** Sort direction: `asc` for oldest first, `desc` for newest first. Default `asc`. */
  order?: 'asc' | 'desc' | undefined;
}

/** Retrieves the messages of a chat with the metadata of their files. */
export const listChatMessages: Operation<{
  params: 'assistant_chat_id';
  query: ChatMessageListParams;
  response: ChatWithMessages;
}> = {
  id: 'chats.messages',
  method: 'GET',
  path: '/v1/compliance/apps/chats/{assistant_chat_id}/messages',
  auth: 'compliance-key',
  paging: 'id',
  items: 'chat_messages',
  query: { created_at: 'name.gte', updated_at: 'name.gte' },
  replay: 'read',
  content: ['name', 'chat_messages.*.content.*.text', 'chat_messages.*.artifacts.*.title'],
  source: 'compliance > Compliance: chats',
};
