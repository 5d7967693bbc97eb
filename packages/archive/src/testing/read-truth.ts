/** What the emulator has, to compare an archive with. */
import type { ComplianceClient } from '@parlance/compliance';
import type { Activity, Chat, ChatMessage, DirectoryUser } from '@parlance/schemas';

/** The data of an organization, by id. */
export interface Truth {
  readonly users: Map<string, DirectoryUser>;
  readonly activities: Activity[];
  readonly chats: Map<string, Chat>;
  readonly messages: Map<string, ChatMessage>;
  readonly fileIds: Set<string>;
}

/**
 * Reads everything through the client, in the simplest way.
 *
 * @param before - Time before which activities are read.
 * @param formerUsers - People who have left, whose chats remain.
 */
export async function readTruth(
  client: ComplianceClient,
  before: string,
  formerUsers: Iterable<string> = [],
): Promise<Truth> {
  const truth: Truth = {
    users: new Map(),
    activities: [],
    chats: new Map(),
    messages: new Map(),
    fileIds: new Set(),
  };
  for await (const activity of client.activities.list({ created_at: { lt: before }, limit: 5_000 }))
    truth.activities.push(activity);
  for await (const { uuid } of client.organizations.list())
    for await (const user of client.organizations.listUsers(uuid)) truth.users.set(user.id, user);
  for await (const chat of client.chats.listForUsers([...truth.users.keys(), ...formerUsers])) {
    truth.chats.set(chat.id, chat);
    for await (const message of client.chats.messages(chat.id)) {
      truth.messages.set(message.id, message);
      for (const { id } of message.files ?? []) truth.fileIds.add(id);
      for (const { id } of message.generated_files ?? []) truth.fileIds.add(id);
      for (const { version_id: id } of message.artifacts ?? []) truth.fileIds.add(id);
    }
  }
  return truth;
}
