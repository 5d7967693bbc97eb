/** The same requests as the export without activities and files, and NDJSON, hand-written. Arguments: URL of the emulator, folder. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import { request } from 'undici';

/** What the loop has measured. */
export interface ByHandReport {
  readonly records: number;
  readonly requests: number;
  readonly cpuSeconds: number;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more?: boolean;
  readonly last_id?: string | null;
  readonly next_page?: string | null;
}

interface Chat {
  readonly id: string;
}

/** As many as the export reads at a time. */
const PARTITIONS_AT_A_TIME = 8;
const CHATS_AT_A_TIME = 4;

const [baseUrl = '', dir = ''] = process.argv.slice(2);
const headers = { 'x-api-key': 'compliance-default', 'vendor-version': '2023-06-01' };
const counted = { records: 0, requests: 0 };
await mkdir(dir, { recursive: true });
const out = createWriteStream(`${dir}/records.ndjson`);
// All chats that are read at the same time may wait for it.
out.setMaxListeners(0);

async function ask(path: string): Promise<Awaited<ReturnType<typeof request>>> {
  counted.requests += 1;
  const response = await request(`${baseUrl}/v1/compliance/${path}`, { headers });
  if (response.statusCode !== 200) throw new Error(`${path}: ${await response.body.text()}`);
  return response;
}

async function write(records: readonly object[]): Promise<void> {
  counted.records += records.length;
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  if (!out.write(lines)) await once(out, 'drain');
}

async function* pages<Item>(path: string): AsyncGenerator<readonly Item[]> {
  for (let after = ''; ;) {
    const page = (await (await ask(`${path}${after}`)).body.json()) as Page<Item>;
    yield page.data;
    if (typeof page.next_page === 'string') after = `&page=${page.next_page}`;
    else if (page.has_more === true) after = `&after_id=${page.last_id}`;
    else return;
  }
}

async function readChat({ id }: Chat): Promise<void> {
  const response = await ask(`apps/chats/${id}/messages?limit=1000`);
  const { chat_messages: messages } = (await response.body.json()) as { readonly chat_messages: object[] };
  await write(messages);
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
    for await (const members of pages<Chat>(`organizations/${uuid}/users?limit=1000`)) {
      await write(members);
      users.push(...members.map(({ id }) => id));
    }
}
for await (const projects of pages<object>('apps/projects?limit=100')) await write(projects);
const partitions = Array.from({ length: Math.ceil(users.length / 10) }, (_, index) =>
  users.slice(index * 10, index * 10 + 10),
);
await each(partitions, PARTITIONS_AT_A_TIME, async (ids) => {
  const query = ids.map((id) => `user_ids[]=${id}`).join('&');
  for await (const chats of pages<Chat>(`apps/chats?${query}&limit=200`)) {
    await write(chats);
    await each(chats, CHATS_AT_A_TIME, readChat);
  }
});
out.end();
await once(out, 'finish');
const { user, system } = process.cpuUsage();
process.send?.({ ...counted, cpuSeconds: (user + system) / 1e6 } satisfies ByHandReport);
process.disconnect?.();
