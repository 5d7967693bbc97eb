/** Chats of a scenario, with their messages and files. */
import {
  chats,
  contentIdsOf,
  contents,
  updateOf,
  type StoredChat,
  type StoredContent,
  type StoredMessage,
} from '../chat-records.js';
import type { World } from '../../world/world.js';
import type { ScenarioChat, ScenarioFile, ScenarioMessage } from './records.js';

/**
 * Adds a chat, replacing the one with the same id.
 *
 * @param world - World to change.
 * @param chat - Validated chat.
 * @param known - Fields that refer to other records or to the time.
 */
export function putChat(
  world: World,
  chat: ScenarioChat,
  known: Pick<StoredChat, 'user' | 'organization' | 'created_at'>,
): void {
  const records = world.store.of(chats);
  const id = chat.id ?? world.id('assistant_chat_');
  const replaced = records.get(id);
  if (replaced !== undefined) {
    for (const contentId of contentIdsOf(replaced)) world.store.of(contents).delete(contentId);
    // The index of chats by user expects that the user of a record never changes.
    if (replaced.user.id !== known.user.id) records.delete(id);
  }
  const messages = (chat.messages ?? []).map((message) =>
    storedMessage(world, message, id, known.created_at),
  );
  const last = messages.at(-1);
  records.put(id, {
    ...known,
    id,
    updated_at: isoOf(chat.updated_at) ?? (last === undefined ? known.created_at : updateOf(last)),
    deleted_at: isoOf(chat.deleted_at) ?? null,
    model: chat.model === undefined ? 'assistant-sonnet-4-6' : chat.model,
    name: chat.name ?? 'Chat',
    project_id: chat.project_id ?? null,
    messages,
  });
}

function isoOf(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** Returns a message as it is stored. Its default time is the creation time of the chat. */
function storedMessage(world: World, message: ScenarioMessage, chatId: string, time: string): StoredMessage {
  const keep = (kind: StoredContent['kind'], prefix: string) => (file: ScenarioFile) => {
    const { filename, mime_type = 'text/plain', id = world.id(prefix), text = '', base64 } = file;
    const encoding = base64 === undefined ? 'utf8' : 'base64';
    world.store
      .of(contents)
      .put(id, { chat_id: chatId, kind, filename, mime_type, data: base64 ?? text, encoding });
    return { id, filename, mime_type };
  };
  const edited = isoOf(message.updated_at);
  const artifacts = message.artifacts?.map(keep('artifact', 'assistant_artifact_version_'));
  return {
    id: message.id ?? world.id('assistant_chat_msg_'),
    role: message.role,
    text: message.text,
    created_at: isoOf(message.created_at) ?? time,
    ...(edited !== undefined && { updated_at: edited }),
    files: message.files?.map(keep('file', 'assistant_file_')),
    generated_files: message.generated_files?.map(keep('generated_file', 'assistant_gen_file_')),
    artifacts: artifacts?.map(({ id, filename, mime_type }) => ({
      id: world.id('assistant_artifact_'),
      artifact_type: mime_type,
      title: filename,
      version_id: id,
    })),
  };
}
