/**
 * Stored chats with their messages and file contents.
 *
 * Rules: CMP-012, CMP-014, CMP-015, CMP-016, CMP-017, CMP-018, CMP-061, CMP-062, CMP-063, CMP-064, CMP-065,
 * CMP-066.
 */
import type { Chat, ChatArtifact, ChatFile, ChatMessage, GeneratedFile } from '@parlance/schemas';
import type { WorldOrganization } from '../organization/directory.js';
import { collection, type CollectionName } from '../world/store.js';
import type { FindOrganization } from './organization-filter.js';

/** A stored message. */
export interface StoredMessage {
  readonly id: string;
  readonly role: 'assistant' | 'user';
  readonly text: string;
  readonly created_at: string;
  /** When the message was edited; undefined if it never was. Only filters show it. */
  readonly updated_at?: string | undefined;
  readonly artifacts?: readonly ChatArtifact[] | undefined;
  readonly files?: readonly ChatFile[] | undefined;
  readonly generated_files?: readonly GeneratedFile[] | undefined;
}

/** A stored chat. */
export interface StoredChat {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly model: string | null;
  readonly name: string;
  readonly project_id: string | null;
  /** Key of its organization. Absent in chats of the world's own. */
  readonly organization?: string | undefined;
  readonly user: { readonly id: string; readonly email_address: string };
  readonly messages: readonly StoredMessage[];
}

/** Downloadable content. Its id is the one in the download path. */
export interface StoredContent {
  readonly chat_id: string;
  readonly kind: 'artifact' | 'file' | 'generated_file';
  readonly filename: string;
  readonly mime_type: string;
  /** Content as text or base64, see `encoding`. */
  readonly data: string;
  readonly encoding: 'utf8' | 'base64';
}

/** Chats of all organizations. */
export const chats: CollectionName<StoredChat> = collection('chats');

/** Contents of the files and artifacts of chats. */
export const contents: CollectionName<StoredContent> = collection('chat_contents');

/** Returns a chat as the API represents it, without its messages. */
export function showChat(chat: StoredChat, find: FindOrganization): Chat {
  const organization = find(chat.organization) as WorldOrganization;
  return {
    id: chat.id,
    created_at: chat.created_at,
    deleted_at: chat.deleted_at,
    href: `https://assistant.example.com/chat/${chat.id.slice('assistant_chat_'.length)}`,
    model: chat.model,
    name: chat.name,
    organization_id: organization.id,
    organization_uuid: organization.uuid,
    project_id: chat.project_id,
    updated_at: chat.updated_at,
    user: chat.user,
  };
}

/** Returns when a message was last changed. */
export function updateOf(message: StoredMessage): string {
  return message.updated_at ?? message.created_at;
}

/** Returns a message as the API represents it. */
export function showMessage(message: StoredMessage): ChatMessage {
  return {
    id: message.id,
    artifacts: [...(message.artifacts ?? [])],
    content: [{ text: message.text, type: 'text' }],
    created_at: message.created_at,
    files: [...(message.files ?? [])],
    generated_files: [...(message.generated_files ?? [])],
    role: message.role,
  };
}

/** Returns the ids of all contents of a chat. */
export function contentIdsOf(chat: StoredChat): readonly string[] {
  return chat.messages.flatMap((message) => [
    ...(message.artifacts ?? []).map((artifact) => artifact.version_id),
    ...(message.files ?? []).map((file) => file.id),
    ...(message.generated_files ?? []).map((file) => file.id),
  ]);
}
