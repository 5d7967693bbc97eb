/** Compliance at work: searches the chats of all users. */
import type { CommandContext } from './command.js';
import { table } from './table.js';

/** Most chats shown. */
const MOST = 20;

/**
 * Prints the chats in whose title or messages all words occur, oldest first; without words, the first chats.
 *
 * @param context - The clients, the words.
 */
export async function search({ parlance, words, print, signal }: CommandContext): Promise<void> {
  const { compliance } = parlance;
  const wanted = words.map((word) => word.toLowerCase());
  const rows = [['created', 'user', 'chat', 'messages', 'files']];
  for await (const chat of compliance.chats.listForUsers(allUserIds({ parlance, signal }), {}, { signal })) {
    const { chat_messages: messages } = await compliance.chats.messages(chat.id, {}, { signal });
    const texts = messages.flatMap((message) =>
      message.content.map((block) => (block.type === 'text' ? block.text : '')),
    );
    const said = [chat.name, ...texts].join('\n').toLowerCase();
    if (!wanted.every((word) => said.includes(word))) continue;
    const files = messages.flatMap(({ files: uploaded, generated_files: made, artifacts }) => [
      ...(uploaded ?? []),
      ...(made ?? []),
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
    if (rows.length > MOST) break;
  }
  for (const line of rows.length > 1 ? table(rows) : ['No chat has these words.']) print(line);
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
