import { mkdir } from 'node:fs/promises';
import { ComplianceClient, saveDownload } from '@parlance/compliance';

const client = new ComplianceClient();
const { data } = await client.organizations.list();
const users = await client.organizations.listUsers(data[0]?.uuid ?? '', { limit: 10 });
await mkdir('files', { recursive: true });

let saved = 0;
for await (const chat of client.chats.list({ user_ids: users.data.map(({ id }) => id) })) {
  const messages = await Array.fromAsync(client.chats.messages(chat.id));
  for (const { id, filename } of messages.flatMap(({ files }) => files ?? [])) {
    const { sizeBytes } = await saveDownload(await client.files.download(id), { path: `files/${id}` });
    if (saved === 0) console.log(`${filename}: ${sizeBytes} bytes`);
    saved += 1;
  }
}
console.log(`${saved} files`);
