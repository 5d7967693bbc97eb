/** What can be downloaded of a finished export: its records as NDJSON, and its database. */
import path from 'node:path';
import { Readable } from 'node:stream';
import { openArchive, type RecordKind } from '@parlance/archive';
import { openUntrustedFile } from '@parlance/files';
import { ARCHIVE, DATABASE } from './export-job.js';
import type { ExportTotals } from './export-state.js';

/** Kinds of records by the name of their download. */
const FILES: Readonly<Record<string, RecordKind>> = {
  'activities.ndjson': 'activity',
  'chats.ndjson': 'chat',
  'messages.ndjson': 'message',
  'files.ndjson': 'file',
  'left-out.ndjson': 'outcome',
};

/** Returns the names of the downloads of an export with these records. */
export function downloadsOf(counts: ExportTotals['counts']): string[] {
  const records = Object.entries(FILES).filter(([, kind]) => (counts[kind] ?? 0) > 0);
  return [...records.map(([name]) => name), DATABASE];
}

/** Opens a download of the export in a folder. */
export function openDownload(folder: string, name: string): ReadableStream<Uint8Array> {
  const kind = FILES[name];
  const content =
    kind === undefined ? bytesOf(path.join(folder, name)) : linesOf(path.join(folder, ARCHIVE), kind);
  return Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>;
}

async function* bytesOf(file: string): AsyncGenerator<Buffer, void> {
  await using handle = await openUntrustedFile(file);
  yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
}

async function* linesOf(dir: string, kind: RecordKind): AsyncGenerator<Buffer, void> {
  const archive = await openArchive(dir);
  // All revisions: what an export with `once` writes never changes.
  for await (const { body } of archive.records({ kinds: [kind], revisions: 'all' }))
    yield Buffer.from(`${JSON.stringify(body)}\n`);
}
