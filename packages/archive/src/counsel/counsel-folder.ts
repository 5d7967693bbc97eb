import { createHash } from 'node:crypto';
import path from 'node:path';
import { writePrivateFile } from '@parlance/files';
import { ArchiveError } from '../archive-error.js';
import { attachmentsOf } from '../records/attachments.js';
import type { Conversation } from '../reader/conversation.js';
import type { Archive } from '../reader/open-archive.js';
import type { RecordOf } from '../records/archive-record.js';

/** A file that a page links to. */
export interface CopiedAttachment {
  readonly message: string;
  /** Name as the person sees it. */
  readonly name: string;
  /** Path in the folder. */
  readonly path: string;
}

/** An attachment that could not be copied. */
export interface MissingAttachment {
  readonly id: string;
  readonly problem: 'not_archived' | 'damaged';
}

/** Writes the files of a package, and notes their digests. */
export class CounselFolder {
  readonly dir: string;
  readonly #archive: Archive;
  readonly #digests: Map<string, string> = new Map();
  /** Number of attachments. */
  files = 0;

  constructor(dir: string, archive: Archive) {
    this.dir = dir;
    this.#archive = archive;
  }

  /** @param name - Path in the folder, which is made of no text of others. */
  async write(name: string, content: AsyncIterable<string | Uint8Array> | Iterable<string>): Promise<void> {
    const hash = createHash('sha256');
    async function* hashed(): AsyncGenerator<string | Uint8Array, void, undefined> {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    }
    await writePrivateFile(path.join(this.dir, name), hashed());
    this.#digests.set(name, hash.digest('hex'));
  }

  /** Copies the attachments of the messages that are shown. */
  async copyAttachments(
    { files, messages }: Conversation,
    shown: ReadonlySet<string>,
  ): Promise<{
    readonly copied: readonly CopiedAttachment[];
    readonly missing: readonly MissingAttachment[];
  }> {
    const copied: CopiedAttachment[] = [];
    const missing: MissingAttachment[] = [];
    for (const { body } of (messages ?? []).filter(({ id }) => shown.has(id)))
      for (const { source, id, name } of attachmentsOf(body)) {
        const record = files.find((file) => file.body.source === source && file.id === id);
        const copy = record === undefined ? null : await this.#copy(record);
        if (copy === null) missing.push({ id, problem: record === undefined ? 'not_archived' : 'damaged' });
        else copied.push({ message: body.id, name: name ?? id, path: copy });
      }
    return { copied, missing };
  }

  /** Copies a file once. Returns null if it is damaged. */
  async #copy(record: RecordOf<'file'>): Promise<string | null> {
    // An archive of others could lead out of the folder.
    if (!/^[\da-f]{64}$/.test(record.body.sha256)) return null;
    const name = `files/${record.body.sha256}${extensionOf(record.body.name ?? '')}`;
    if (this.#digests.has(name)) return name;
    try {
      await this.write(name, this.#archive.openFile(record));
    } catch (error) {
      if (ArchiveError.is(error) && error.code === 'archive_damaged') return null;
      throw error;
    }
    this.files += 1;
    return name;
  }

  /** Writes the digests of all files, for `sha256sum`. */
  async finish(): Promise<void> {
    const lines = [...this.#digests].sort().map(([name, digest]) => `${digest}  ${name}\n`);
    await writePrivateFile(path.join(this.dir, 'SHA256SUMS'), lines.join(''));
  }
}

/** A browser would run scripts of pages and pictures beside ours, so that these are text. */
function extensionOf(name: string): string {
  const extension = /\.[a-z\d]{1,8}$/i.exec(name)?.[0].toLowerCase() ?? '';
  return /^\.(?:x?html?|xht|mht|svg.?|xml|m?js)$/.test(extension) ? `${extension}.txt` : extension;
}
