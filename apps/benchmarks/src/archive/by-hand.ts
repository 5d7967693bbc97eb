/** The same as an export, as a plain loop writes it: NDJSON and files, without certificates and state. Variable: PARLANCE_BASE_URL. */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more?: boolean;
  readonly last_id?: string | null;
  readonly next_page?: string | null;
}

interface Named {
  readonly id: string;
}

interface Message {
  readonly files?: readonly Named[] | null;
  readonly generated_files?: readonly Named[] | null;
  readonly artifacts?: readonly { readonly version_id: string }[] | null;
}

/** As many as the export reads at a time. */
const PARTITIONS_AT_A_TIME = 4;
const CHATS_AT_A_TIME = 4;

const headers = { 'x-api-key': 'compliance-default', 'vendor-version': '2023-06-01' };
const counted = { records: 0, requests: 0 };
await mkdir('by-hand/files', { recursive: true });
const out = createWriteStream('by-hand/records.ndjson');
// All chats that are read at the same time may wait for it.
out.setMaxListeners(0);

async function ask(path: string): Promise<Response> {
  counted.requests += 1;
  const response = await fetch(`${process.env['PARLANCE_BASE_URL']}/v1/compliance/${path}`, { headers });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response;
}

async function write(records: readonly object[]): Promise<void> {
  counted.records += records.length;
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  if (!out.write(lines)) await once(out, 'drain');
}

async function* pages<Item>(path: string): AsyncGenerator<readonly Item[]> {
  for (let after = ''; ;) {
    const page = (await (await ask(`${path}${after}`)).json()) as Page<Item>;
    yield page.data;
    if (typeof page.next_page === 'string') after = `&page=${page.next_page}`;
    else if (page.has_more === true) after = `&after_id=${page.last_id}`;
    else return;
  }
}

async function readChat({ id }: Named): Promise<void> {
  const response = await ask(`apps/chats/${id}/messages?limit=1000`);
  const { chat_messages: messages } = (await response.json()) as { readonly chat_messages: Message[] };
  await write(messages);
  for (const { files, generated_files: generated, artifacts } of messages) {
    for (const file of files ?? []) await save(`chats/files/${file.id}`, file.id);
    for (const file of generated ?? []) await save(`chats/generated-files/${file.id}`, file.id);
    for (const { version_id: version } of artifacts ?? []) await save(`artifacts/${version}`, version);
  }
}

async function save(path: string, name: string): Promise<void> {
  const response = await ask(`apps/${path}/content`);
  await writeFile(`by-hand/files/${name}`, new Uint8Array(await response.arrayBuffer()));
}

/** Calls a function for each item, some at a time. */
async function each<Item>(
  items: readonly Item[],
  atATime: number,
  call: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const loop = async (): Promise<void> => {
    for (const item of rest) await call(item);
  };
  await Promise.all(Array.from({ length: atATime }, loop));
}

const users: string[] = [];
for await (const organizations of pages<{ readonly uuid: string }>('organizations?')) {
  await write(organizations);
  for (const { uuid } of organizations)
    for await (const members of pages<Named>(`organizations/${uuid}/users?limit=1000`)) {
      await write(members);
      users.push(...members.map(({ id }) => id));
    }
}
for await (const projects of pages<object>('apps/projects?limit=100')) await write(projects);
for await (const activities of pages<object>('activities?limit=2000')) await write(activities);
const partitions = Array.from({ length: Math.ceil(users.length / 10) }, (_, index) =>
  users.slice(index * 10, index * 10 + 10),
);
await each(partitions, PARTITIONS_AT_A_TIME, async (ids) => {
  const query = ids.map((id) => `user_ids[]=${id}`).join('&');
  for await (const chats of pages<Named>(`apps/chats?${query}&limit=200`)) {
    await write(chats);
    await each(chats, CHATS_AT_A_TIME, readChat);
  }
});
out.end();
await once(out, 'finish');
console.log(JSON.stringify(counted));
