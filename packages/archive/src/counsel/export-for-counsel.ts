import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '@parlance/schemas/kit';
import { canonicalJson } from '../certificates/canonical-json.js';
import { writeError } from '../folder/write-error.js';
import type { Archive } from '../reader/open-archive.js';
import type { SearchHit } from '../sqlite/read-hits.js';
import { searchArchive, type SearchOptions } from '../sqlite/search-archive.js';
import type { RefusedHit } from '../sqlite/verify-hits.js';
import { parseTextQuery } from '../text/text-query.js';
import { chatPage, shownMessages } from './chat-page.js';
import { CounselFolder } from './counsel-folder.js';
import type { Chat } from '@parlance/schemas';
import { markup, pageHead } from '../pages/html.js';

/** Options of {@link exportForCounsel}. */
export interface CounselOptions extends Omit<SearchOptions, 'limit' | 'offset' | 'order'> {
  /** The database that the sink `sqlite` wrote. */
  readonly file: string;
  /** What to search for, as in {@link searchArchive}. */
  readonly text: string;
  /** The archive. Hits are compared with it, and attachments are copied from it. */
  readonly archive: Archive;
  /** Who exports, for the custody log. */
  readonly by: string;
  /** Number of messages before and after each hit, from 0. Default: 5. */
  readonly around?: number | undefined;
}

/** Result of {@link exportForCounsel}. */
export interface CounselResult {
  /** Absolute path of the folder. */
  readonly dir: string;
  /** Number of chats with a page. */
  readonly chats: number;
  /** Number of hits. */
  readonly hits: number;
  /** Number of attachments that were copied. */
  readonly files: number;
  /** Number of lines of `errors.csv`: hits that are not as certified, and attachments that are not archived. */
  readonly errors: number;
}

/**
 * Searches, and writes what was found for a lawyer into a new folder, which can be verified by `sha256sum -c SHA256SUMS` alone:
 *
 * - `index.html` and a page for each chat, with the messages around each hit and their attachments beside it;
 * - `counts.csv`, `errors.csv`, and `certificates.jsonl` with the certificates that have states of these chats, and the last one;
 * - `custody.json`: who exported, when, what was searched for, and the head of the archive.
 *
 * The folder is complete, or not there. It has content of chats. Only its owner may read it.
 *
 * @param dir - The folder. It must not exist, or be empty.
 * @param options - Search, archive and name.
 * @throws {ConfigError} When an option is invalid, or the folder is not empty.
 * @throws {ArchiveError} When the database or the archive is damaged, or the folder cannot be written.
 */
export async function exportForCounsel(dir: string, options: CounselOptions): Promise<CounselResult> {
  const { file, text, archive, by, around = 5, ...filters } = options;
  if (typeof by !== 'string' || by.trim() === '') throw new ConfigError('by', '`by` must be a name');
  if (!Number.isSafeInteger(around) || around < 0)
    throw new ConfigError('around', '`around` must be a whole number from 0');
  const { hits, refused } = await searchArchive(file, text, { ...filters, archive, limit: Infinity });
  const folder = new CounselFolder(await newFolder(dir), archive);
  try {
    return await writePackage(
      folder,
      { hits: Map.groupBy(hits, (hit) => hit.chat_id), refused },
      { ...options, around },
    );
  } catch (error) {
    // What is left would seem to be complete.
    await rm(folder.dir, { recursive: true, force: true });
    throw error;
  }
}

async function writePackage(
  folder: CounselFolder,
  { hits, refused }: { readonly hits: HitsByChat; readonly refused: readonly RefusedHit[] },
  options: CounselOptions & { readonly around: number },
): Promise<CounselResult> {
  const { text, archive, by, around, users, projects, from, to } = options;
  const written = await writeChats(folder, hits, options);
  const errors = [
    ...refused.map(({ kind, id, chat_id: chat, problem }) => [kind, id, chat, problem]),
    ...written.missing,
  ];
  const counts = {
    chats: written.chats.length,
    hits: written.chats.reduce((sum, chat) => sum + chat.hits, 0),
    files: folder.files,
    errors: errors.length,
  };
  const { export: name, certificates, head, organizations } = archive.manifest;
  const custody = {
    exported_by: by,
    exported_at: new Date().toISOString(),
    search: { text, users, projects, from, to, messages_around: around },
    archive: { export: name, certificates, head, organizations },
    ...counts,
  };
  await folder.write('index.html', indexPage(written.chats, { text, errors: errors.length }));
  await folder.write('counts.csv', countsOf(written.chats));
  await folder.write('errors.csv', [['kind', 'id', 'chat', 'problem'], ...errors].map(csvLine));
  const ids = new Set(written.chats.map(({ chat }) => chat.id));
  await folder.write('certificates.jsonl', coveringCertificates(archive, ids));
  await folder.write('custody.json', [`${JSON.stringify(custody, null, 2)}\n`]);
  await folder.finish();
  return { dir: folder.dir, ...counts };
}

interface WrittenChats {
  readonly chats: readonly CounselChat[];
  /** Attachments that could not be copied, as lines of `errors.csv`. */
  readonly missing: readonly (readonly string[])[];
}

type HitsByChat = ReadonlyMap<string, readonly SearchHit[]>;

async function writeChats(
  folder: CounselFolder,
  hits: HitsByChat,
  { archive, text, around, signal }: CounselOptions & { readonly around: number },
): Promise<WrittenChats> {
  const query = parseTextQuery(text);
  const chats: CounselChat[] = [];
  const missing: (readonly string[])[] = [];
  const users = new Set([...hits.values()].flatMap((found) => found.map(({ user_id: user }) => user)));
  for await (const conversation of archive.conversations({ users: [...users] })) {
    signal?.throwIfAborted();
    const { chat, presence } = conversation;
    const found = hits.get(chat.id);
    if (found === undefined) continue;
    const shown = shownMessages(conversation, found, around);
    const attachments = await folder.copyAttachments(conversation, shown);
    missing.push(...attachments.missing.map(({ id, problem }) => ['file', id, chat.id, problem]));
    const page = `chats/${String(chats.length + 1).padStart(6, '0')}.html`;
    const parts = { shown, hits: found, query, attachments: attachments.copied };
    await folder.write(page, chatPage(conversation, parts));
    chats.push({ page, chat: chat.body, presence: presence.state, hits: found.length });
  }
  return { chats, missing };
}

/** The certificates that have a state of one of the chats, and the last one, whose SHA-256 is the head. */
async function* coveringCertificates(
  archive: Archive,
  chats: ReadonlySet<string>,
): AsyncGenerator<string, void, undefined> {
  for await (const certificate of archive.certificates()) {
    const moved = (certificate.replaces ?? []).flatMap((replaced) => replaced.chats);
    const isLast = certificate.sequence === archive.manifest.certificates;
    if (isLast || [...certificate.chats, ...moved].some(([id]) => chats.has(id)))
      yield `${canonicalJson(certificate)}\n`;
  }
}

async function newFolder(dir: string): Promise<string> {
  const resolved = path.resolve(dir);
  try {
    await mkdir(resolved, { recursive: true, mode: 0o700 });
    if ((await readdir(resolved)).length === 0) {
      for (const part of ['chats', 'files']) await mkdir(path.join(resolved, part), { mode: 0o700 });
      return resolved;
    }
  } catch (error) {
    throw writeError(resolved, error);
  }
  throw new ConfigError('dir', `\`dir\` must be a new or empty folder: ${resolved} has files`);
}

function countsOf(chats: readonly CounselChat[]): readonly string[] {
  const lines = chats.map(({ page, chat, presence, hits }) => [
    page,
    chat.id,
    chat.name,
    chat.user.email_address,
    chat.user.id,
    presence,
    hits,
  ]);
  return [['page', 'chat', 'title', 'email', 'user', 'presence', 'hits'], ...lines].map(csvLine);
}

/**
 * Where spreadsheets take a text for the start of a formula, also after white space and in full width. In countries where a comma separates decimals,
 * they begin a cell after a semicolon, and do not see that a text is quoted.
 */
const FORMULA = /(?:^|(?<=[;\t\r\n]))(?=[\s\0]*[=+\-@|%\uff1d\uff0b\uff0d\uff20])|^(?=[\s\0]*[\t\r])/gu;

/** Returns a line of CSV (RFC 4180). Text that a spreadsheet would run as a formula starts with an apostrophe. */
function csvLine(cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) =>
    typeof cell === 'number' ? String(cell) : `"${cell.replace(FORMULA, "'").replaceAll('"', '""')}"`,
  );
  return `${quoted.join(',')}\r\n`;
}

/** A chat of a package. */
interface CounselChat {
  readonly page: string;
  readonly chat: Chat;
  readonly presence: string;
  readonly hits: number;
}

/** The list of the chats of a package. */
function* indexPage(
  chats: readonly CounselChat[],
  { text, errors }: { readonly text: string; readonly errors: number },
): Generator<string, void, undefined> {
  yield pageHead('Search').text;
  yield markup`<h1>Search</h1>
<p>Searched for <bdi><code>${text}</code></bdi>. ${chats.length} chats. ${errors} errors, see <a href="errors.csv">errors.csv</a>. Who exported this, when, and from which archive: <a href="custody.json">custody.json</a>.</p>
<table><thead><tr><th>Title</th><th>Person</th><th>Chat</th><th>Presence</th><th>Hits</th></tr></thead><tbody>
`.text;
  for (const { page, chat, presence, hits } of chats)
    yield markup`<tr><td><a href="${page}"><bdi>${chat.name === '' ? chat.id : chat.name}</bdi></a></td><td><bdi>${chat.user.email_address}</bdi></td><td>${chat.id}</td><td>${presence}</td><td class="number">${hits}</td></tr>
`.text;
  yield '</tbody></table></body></html>\n';
}
