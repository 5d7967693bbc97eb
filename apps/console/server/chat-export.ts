import type { Chat } from '@parlance/schemas';
import type { ExportFolder } from './export-folder.js';
import type { ChatExportFilters, ChatsCheckpoint, ExportStep } from './export-state.js';
import { addCounts, readChat, type ExportFile, type ReadChatOptions } from './read-chat.js';

/** Chats read concurrently. They are written together, in list order. */
const CONCURRENCY = 8;
/** Users per partition of `chats.listForUsers`. */
const USERS_PER_PARTITION = 10;

const USERS = 'users.json';

/** Options for {@link exportChats}. */
export interface ChatExport extends Omit<ReadChatOptions, 'folder'> {
  readonly filters: ChatExportFilters;
  readonly resumeFrom: ChatsCheckpoint | null;
  /** Chats per request, 1 to 1,000. */
  readonly perPage: number;
  readonly folder: ExportFolder;
}

/** Yields the chats with their messages as lines, a few chats per step. Their attachments are saved first. */
export async function* exportChats(options: ChatExport): AsyncGenerator<ExportStep<ChatsCheckpoint>> {
  const { client, perPage, signal } = options;
  const { user_ids: _, ...filters } = options.filters;
  const users = await usersOf(options);
  let { page: after, done } = options.resumeFrom ?? { page: null, done: [] };
  const pages = client.chats
    .listForUsers(
      users,
      { ...filters, limit: perPage },
      // One page at a time: a page that was requested early would be outdated by the time it is written.
      { signal, concurrency: 1, resumeFrom: after ?? undefined },
    )
    .pages();
  for await (const page of pages) {
    const remaining = page.data.filter(({ id }) => !done.includes(id));
    const people = { done: page.partition * USERS_PER_PARTITION, of: users.length };
    do {
      const chats = remaining.splice(0, CONCURRENCY);
      const step = await readChats(chats, options);
      done = [...done, ...chats.map(({ id }) => id)];
      const next = page.checkpoint === null ? null : { page: page.checkpoint, done: [] };
      yield { ...step, people, checkpoint: remaining.length > 0 ? { page: after, done } : next };
    } while (remaining.length > 0);
    after = page.checkpoint;
    done = [];
  }
}

/**
 * Returns the requested users, or all users of the directory. The latter are stored on the first read, because
 * checkpoints depend on their order.
 */
async function usersOf({ client, filters, folder, signal }: ChatExport): Promise<readonly string[]> {
  if (filters.user_ids !== undefined) return filters.user_ids;
  const stored = await folder.read(USERS);
  if (stored !== undefined) return JSON.parse(stored) as string[];
  const found = new Set<string>();
  for await (const { uuid } of client.organizations.list({}, { signal })) {
    for await (const { id } of client.organizations.listUsers(uuid, { limit: 1000 }, { signal }))
      found.add(id);
  }
  await folder.write(USERS, JSON.stringify([...found]));
  return [...found];
}

/** Reads chats concurrently. If one fails, rejects after all others have settled. */
async function readChats(
  chats: readonly Chat[],
  options: ChatExport,
): Promise<Pick<ExportStep<never>, 'lines' | 'adds' | 'reached'>> {
  const readOptions = { ...options, folder: options.folder.path };
  const results = await Promise.allSettled(chats.map((chat) => readChat(chat, readOptions)));
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
