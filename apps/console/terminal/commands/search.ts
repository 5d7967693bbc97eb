/** Demonstrates compliance: searches the chats of all users. */
import type { CommandContext } from './command.js';
import { table } from './table.js';

/** Maximum number of chats to print. */
const MAX_CHATS = 20;

/**
 * Prints the chats that contain all words in their title or messages, oldest first. Without words, prints the first
 * chats.
 *
 * @param context - Clients, and the words to search for.
 */
export async function search({ parlance, words, print, signal }: CommandContext): Promise<void> {
  const { compliance } = parlance;
  const terms = words.map((word) => word.toLowerCase());
  const rows = [['created', 'user', 'chat', 'messages', 'files']];
  for await (const chat of compliance.chats.listForUsers(allUserIds({ parlance, signal }), {}, { signal })) {
    const { chat_messages: messages } = await compliance.chats.messages(chat.id, {}, { signal });
    const texts = messages.flatMap((message) =>
      message.content.map((block) => (block.type === 'text' ? block.text : '')),
    );
    const content = [chat.name, ...texts].join('\n').toLowerCase();
    if (!terms.every((term) => content.includes(term))) continue;
    const files = messages.flatMap(({ files: uploaded, generated_files: generated, artifacts }) => [
      ...(uploaded ?? []),
      ...(generated ?? []),
      ...(artifacts ?? []),
    ]);
    const { created_at, user, name } = chat;
    rows.push([
      created_at.slice(0, 10),
      user.email_address,
      name,
      String(messages.length),
      String(files.length),
    ]);
    if (rows.length > MAX_CHATS) break;
  }
  for (const line of rows.length > 1 ? table(rows) : ['No matching chats.']) print(line);
}

async function* allUserIds({
  parlance,
  signal,
}: Pick<CommandContext, 'parlance' | 'signal'>): AsyncGenerator<string> {
  const { organizations } = parlance.compliance;
  for await (const { uuid } of organizations.list({}, { signal })) {
    for await (const user of organizations.listUsers(uuid, {}, { signal })) yield user.id;
  }
}
