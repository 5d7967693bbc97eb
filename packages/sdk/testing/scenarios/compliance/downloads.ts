import type { ChatMessage, downloadOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';
import { someChats } from './chats.js';

/** The first of something that the messages of some chat hold. */
async function firstId(
  clients: Clients,
  look: (message: ChatMessage) => string | undefined,
): Promise<string> {
  for (const chat of await someChats(clients)) {
    for (const message of await collect(clients.compliance.chats.messages(chat.id))) {
      const found = look(message);
      if (found !== undefined) return found;
    }
  }
  throw new Error('the demo organization has none');
}

export const downloadScenarios: ScenariosFor<typeof downloadOperations> = {
  'chats.files.download': async (clients) => {
    const id = await firstId(clients, (message) => message.files?.[0]?.id);
    const bytes = await (await clients.compliance.files.download(id)).bytes();
    expect(bytes.length).toBeGreaterThan(0);
  },
  'chats.generatedFiles.download': async (clients) => {
    const id = await firstId(clients, (message) => message.generated_files?.[0]?.id);
    const bytes = await (await clients.compliance.generatedFiles.download(id)).bytes();
    expect(bytes.length).toBeGreaterThan(0);
  },
  'artifacts.download': async (clients) => {
    const id = await firstId(clients, (message) => message.artifacts?.[0]?.version_id);
    const bytes = await (await clients.compliance.artifacts.download(id)).bytes();
    expect(bytes.length).toBeGreaterThan(0);
  },
};
