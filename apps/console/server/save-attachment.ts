import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { saveDownload, type ComplianceClient } from '@parlance/compliance';
import type { Attachment } from './attachments.js';

const RESOURCES = { file: 'files', 'generated file': 'generatedFiles', artifact: 'artifacts' } as const;

/** A file of an export. */
export interface SavedAttachment {
  /** Path within the folder of the export. */
  readonly path: string;
  readonly content_type: string | null;
  readonly size_bytes: number;
  readonly sha256: string;
}

/** What {@link saveAttachment} works with. */
export interface SaveOptions {
  readonly client: ComplianceClient;
  /** Folder of the export. */
  readonly folder: string;
  /** When its chat began, RFC 3339: each month has a folder, so that none gets too many files. */
  readonly chatBegan: string;
  readonly signal: AbortSignal;
}

/** Writes something that hangs on a message into the folder of an export. A file of that name is replaced when it is complete. */
export async function saveAttachment(
  { kind, id }: Attachment,
  options: SaveOptions,
): Promise<SavedAttachment> {
  const { client, folder, chatBegan, signal } = options;
  const month = /^\d{4}-\d{2}/.exec(chatBegan)?.[0] ?? 'undated';
  // An id is the service's text: encoded, and not alone, it can be nothing but a name in this folder.
  const relative = path.posix.join('files', month, `${RESOURCES[kind]}-${encodeURIComponent(id)}`);
  const target = path.join(folder, relative);
  await mkdir(path.dirname(target), { recursive: true });
  const download = await client[RESOURCES[kind]].download(id, { signal });
  const saved = await saveDownload(download, { path: target, maxBytes: Number.POSITIVE_INFINITY });
  return {
    path: relative,
    content_type: saved.contentType,
    size_bytes: saved.sizeBytes,
    sha256: saved.sha256,
  };
}
