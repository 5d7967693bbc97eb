/** A program of 30 lines with ComplianceClient. */
import { ComplianceClient } from '@parlance/compliance';

const compliance = new ComplianceClient({ baseUrl: 'https://api.example.com', complianceKey: 'key' });

async function* userIds(): AsyncGenerator<string> {
  for await (const { uuid } of compliance.organizations.list()) {
    for await (const user of compliance.organizations.listUsers(uuid, { limit: 1000 })) yield user.id;
  }
}

/** Finds the chats of all users that mention a word. */
export async function mentions(word: string): Promise<string[]> {
  const found: string[] = [];
  for await (const chat of compliance.chats.listForUsers(userIds(), { limit: 100 })) {
    for await (const message of compliance.chats.messages(chat.id)) {
      const texts = message.content.map((block) => (block.type === 'text' ? block.text : ''));
      if (texts.some((text) => text.includes(word))) {
        found.push(`${chat.name} (${chat.user.email_address})`);
        break;
      }
    }
  }
  return found;
}

/** Downloads a file. */
export async function download(id: string): Promise<Uint8Array> {
  return (await compliance.files.download(id)).bytes();
}
