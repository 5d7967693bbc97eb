import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { saveDownload, type ComplianceClient } from '@parlance/compliance';
import type { Attachment } from './attachments.js';

const RESOURCES = { file: 'files', 'generated file': 'generatedFiles', artifact: 'artifacts' } as const;

/** A saved file of an export. */
export interface SavedAttachment {
  /** Path within the folder of the export. */
  readonly path: string;
  readonly content_type: string | null;
  readonly size_bytes: number;
  readonly sha256: string;
}

/** Options for {@link saveAttachment}. */
export interface SaveOptions {
  readonly client: ComplianceClient;
  /** Folder of the export. */
  readonly folder: string;
  /** Creation time of the chat, RFC 3339. Files are grouped by month to keep folders small. */
  readonly chatCreatedAt: string;
  readonly signal: AbortSignal;
}

/** Downloads an attachment into the folder of an export. An existing file is replaced once the download is complete. */
export async function saveAttachment(
  { kind, id }: Attachment,
  options: SaveOptions,
): Promise<SavedAttachment> {
  const { client, folder, chatCreatedAt, signal } = options;
  const month = /^\d{4}-\d{2}/.exec(chatCreatedAt)?.[0] ?? 'undated';
  // IDs come from the service. Encoded and prefixed, they cannot escape this folder.
  const relative = path.posix.join('files', month, `${RESOURCES[kind]}-${encodeURIComponent(id)}`);
  const target = path.join(folder, relative);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const download = await client[RESOURCES[kind]].download(id, { signal });
  const saved = await saveDownload(download, { path: target, maxBytes: Number.POSITIVE_INFINITY });
  return {
    path: relative,
    content_type: saved.contentType,
    size_bytes: saved.sizeBytes,
    sha256: saved.sha256,
  };
}
