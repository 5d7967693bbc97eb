import type { Chat } from '@parlance/schemas';
import type { ExportFolder } from './export-folder.js';
import type { ChatExportFilters, ChatsPosition, ExportStep } from './export-state.js';
import { addCounts, readChat, type ExportFile, type ReadChatOptions } from './read-chat.js';

/** Chats that are read at the same time; they are written together, in their order. */
const AT_ONCE = 8;
/** Users of a partition of `chats.listForUsers`. */
const USERS_PER_PARTITION = 10;

const USERS = 'users.json';

/** What an export of chats is made of. */
export interface ChatExport extends Omit<ReadChatOptions, 'folder'> {
  readonly filters: ChatExportFilters;
  readonly resumeFrom: ChatsPosition | null;
  /** Chats of one request, 1 to 1,000. */
  readonly perPage: number;
  readonly folder: ExportFolder;
}

/** Gives the chats with their messages as lines, a step for every few chats; what hangs on them is saved before. */
export async function* exportChats(parts: ChatExport): AsyncGenerator<ExportStep<ChatsPosition>> {
  const { client, perPage, signal } = parts;
  const { user_ids: _, ...filters } = parts.filters;
  const users = await usersOf(parts);
  let { page: after, done } = parts.resumeFrom ?? { page: null, done: [] };
  const pages = client.chats
    .listForUsers(
      users,
      { ...filters, limit: perPage },
      // One request for a page at a time: a page that was asked for early would be old when it is written.
      { signal, concurrency: 1, resumeFrom: after ?? undefined },
    )
    .pages();
  for await (const page of pages) {
    const left = page.data.filter(({ id }) => !done.includes(id));
    const people = { done: page.partition * USERS_PER_PARTITION, of: users.length };
    do {
      const chats = left.splice(0, AT_ONCE);
      const step = await readChats(chats, parts);
      done = [...done, ...chats.map(({ id }) => id)];
      const next = page.checkpoint === null ? null : { page: page.checkpoint, done: [] };
      yield { ...step, people, checkpoint: left.length > 0 ? { page: after, done } : next };
    } while (left.length > 0);
    after = page.checkpoint;
    done = [];
  }
}

/** The users: as asked for, or everybody as the directory was when it was first read. Positions count on their order. */
async function usersOf({ client, filters, folder, signal }: ChatExport): Promise<readonly string[]> {
  if (filters.user_ids !== undefined) return filters.user_ids;
  const kept = await folder.read(USERS);
  if (kept !== undefined) return JSON.parse(kept) as string[];
  const found = new Set<string>();
  for await (const { uuid } of client.organizations.list({}, { signal })) {
    for await (const { id } of client.organizations.listUsers(uuid, { limit: 1000 }, { signal }))
      found.add(id);
  }
  await folder.write(USERS, JSON.stringify([...found]));
  return [...found];
}

/** Reads some chats at the same time. When one cannot be read, the error comes after the others have ended. */
async function readChats(
  chats: readonly Chat[],
  parts: ChatExport,
): Promise<Pick<ExportStep<never>, 'lines' | 'adds' | 'reached'>> {
  const options = { ...parts, folder: parts.folder.path };
  const results = await Promise.allSettled(chats.map((chat) => readChat(chat, options)));
  const lines: Record<ExportFile, string> = { 'chats.ndjson': '', 'files.ndjson': '', 'left-out.ndjson': '' };
  let adds = { records: 0, messages: 0, files: 0, bytes: 0, leftOut: 0 };
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason;
    for (const [file, objects] of Object.entries(result.value.lines) as [ExportFile, object[]][]) {
      lines[file] += objects.map((object) => `${JSON.stringify(object)}\n`).join('');
    }
    adds = addCounts(adds, result.value.counts);
  }
  return { lines, adds, reached: chats.at(-1)?.created_at ?? null };
}
