import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { ComplianceClient, type Checkpoint } from '@parlance/compliance';

const client = new ComplianceClient();
const { data } = await client.organizations.list();
const users = await client.organizations.listUsers(data[0]?.uuid ?? '', { limit: 10 });
const user_ids = users.data.map((user) => user.id);

const saved = await readFile('checkpoint.json', 'utf8').catch(() => 'null');
const resumeFrom = (JSON.parse(saved) as Checkpoint | null) ?? undefined;

let chats = 0;
for await (const page of client.chats.list({ user_ids, limit: 10 }, { resumeFrom }).pages()) {
  const lines = page.data.map((chat) => `${JSON.stringify(chat)}\n`).join('');
  await appendFile('chats.ndjson', lines);
  await writeFile('checkpoint.json', JSON.stringify(page.checkpoint));
  chats += page.data.length;
}
console.log(`${chats} chats of ${user_ids.length} people`);
