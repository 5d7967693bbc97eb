import { NotFoundError } from '@parlance/core-transport';
import type { Chat, chatMessageOperations, chatOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect, idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

/** Ids of ten users of the organization, the maximum of one list request. */
export async function tenUsers({ compliance }: Clients): Promise<string[]> {
  const [organization] = await collect(compliance.organizations.list());
  const users = await idsOf(compliance.organizations.listUsers(organization!.uuid));
  return users.slice(0, 10);
}

/** The chats of ten users. */
export async function someChats(clients: Clients): Promise<Chat[]> {
  return collect(clients.compliance.chats.list({ user_ids: await tenUsers(clients), limit: 50 }));
}

export const chatScenarios: ScenariosFor<typeof chatOperations> = {
  'chats.list': async (clients) => {
    const chats = await someChats(clients);
    expect(chats.length).toBeGreaterThan(100);
    expect(new Set(chats.map((chat) => chat.id)).size).toBe(chats.length);
  },
  'chats.delete': async (clients) => {
    const [chat] = await someChats(clients);
    expect((await clients.compliance.chats.delete(chat!.id)).id).toBe(chat!.id);
    await expect(clients.compliance.chats.messages(chat!.id)).rejects.toThrow(NotFoundError);
  },
};

export const chatMessageScenarios: ScenariosFor<typeof chatMessageOperations> = {
  'chats.messages': async (clients) => {
    const [chat] = await someChats(clients);
    const messages = await collect(clients.compliance.chats.messages(chat!.id, { limit: 1 }));
    expect(messages.length).toBeGreaterThan(1);
    expect(new Set(messages.map((message) => message.id)).size).toBe(messages.length);
  },
};
