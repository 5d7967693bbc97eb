/**
 * Handlers for chats.
 *
 * Rules: CMP-010, CMP-011, CMP-013, CMP-020, CMP-023, CMP-030, CMP-040, CMP-041, CMP-042, CMP-044, CMP-050,
 * CMP-051, CMP-052, CMP-058, CMP-060.
 */
import type { chatMessageOperations, chatOperations } from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { find, remove } from '../records/find.js';
import { idPage } from '../records/pages.js';
import type { Collection } from '../world/store.js';
import { addActivity, keyActorOf } from '../organization/activity-records.js';
import { chatsByUser } from './chats-by-user.js';
import {
  chats,
  contentIdsOf,
  contents,
  showChat,
  showMessage,
  type StoredChat,
  updateOf,
  type StoredMessage,
} from './chat-records.js';
import { organizationFilter, organizationFinder } from './organization-filter.js';
import { timeFilter } from '../records/time-filter.js';

/** Handlers for the chat operations. */
export const chatHandlers: HandlersFor<typeof chatOperations & typeof chatMessageOperations> = {
  'chats.list': (call) => {
    const { query, world } = call;
    const organization = organizationFinder(world);
    const projectIds =
      query.project_ids === undefined ? undefined : new Set<string | null>(query.project_ids);
    const inOrganizations = organizationFilter(query.organization_ids);
    const isCreated = timeFilter(query.created_at);
    const isUpdated = timeFilter(query.updated_at);
    return idPage(call, {
      from: chatsByUser(world, new Set(query.user_ids)),
      cursors: 'opaque',
      defaultLimit: 100,
      order: 'asc',
      by: (chat) => chat.created_at,
      ties: 'id',
      where: (chat) =>
        inOrganizations(organization(chat.organization)) &&
        (projectIds === undefined || projectIds.has(chat.project_id)) &&
        isCreated(chat.created_at) &&
        isUpdated(chat.updated_at),
      show: (chat) => showChat(chat, organization),
    });
  },

  'chats.messages': (call) => {
    const { query, params, world } = call;
    const chat = find(world.store.of(chats), params.assistant_chat_id, {
      what: 'chat',
      isNamed: true,
      rule: 'CMP-067',
    });
    const isCreated = timeFilter(query.created_at);
    const isUpdated = timeFilter(query.updated_at);
    const { data, ...page } = idPage(call, {
      from: messagesOf(chat.messages),
      cursors: 'opaque',
      defaultLimit: Number.POSITIVE_INFINITY,
      order: query.order ?? 'asc',
      by: (message) => message.created_at,
      where: (message) => isCreated(message.created_at) && isUpdated(updateOf(message)),
      show: showMessage,
    });
    return { ...showChat(chat, organizationFinder(world)), chat_messages: data, ...page };
  },

  'chats.delete': (call) => {
    const { params, world } = call;
    const chat = take(call, params.assistant_chat_id);
    const stored = world.store.of(contents);
    for (const id of contentIdsOf(chat)) stored.delete(id);
    addActivity(world, {
      type: 'assistant_chat_deleted',
      actor: keyActorOf(call),
      assistant_chat_id: chat.id,
      assistant_project_id: chat.project_id,
    });
    return { id: chat.id, type: 'assistant_chat_deleted' };
  },
};

/** Removes a chat. The audit log also records a failure. */
function take(call: AnyCall, id: string): StoredChat {
  try {
    return remove(call.world.store.of(chats), id, { what: 'chat', isNamed: true, rule: 'CMP-043' });
  } catch (error) {
    const actor = keyActorOf(call);
    addActivity(call.world, { type: 'assistant_chat_deletion_failed', actor, assistant_chat_id: id });
    throw error;
  }
}

/** Returns the messages of a chat in a form that can be paged. */
function messagesOf(
  messages: readonly StoredMessage[],
): Pick<Collection<StoredMessage>, 'entries' | 'place'> {
  const entries = messages.map((record, sequence) => ({ id: record.id, sequence, record }));
  return { entries: () => entries, place: (id) => entries.find((entry) => entry.id === id) };
}
