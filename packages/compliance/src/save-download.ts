import type { FileHandle } from 'node:fs/promises';
import { ConfigError, type Download } from '@parlance/core-transport';
import { DEFAULT_MAX_BYTES, piecesOf, requireChecksum, type ReadDownloadOptions } from './read-download.js';

/** How a download is written to disk. */
export interface SaveDownloadOptions extends ReadDownloadOptions {
  /** Path of the file. An existing file is replaced once the new one is complete. */
  readonly path: string;
}

/** A download on disk. */
export interface SavedDownload {
  /** Path of the file. */
  readonly path: string;
  /** File name that the service told, without any folder; null when it told none. */
  readonly filename: string | null;
  /** Content type; null when the service named none. */
  readonly contentType: string | null;
  /** Length in bytes. */
  readonly sizeBytes: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Writes a download to disk, in Node: under a temporary name beside the file, which gets its own name only when the
 * content is complete and its checksum is right. Nothing is left behind when that fails.
 *
 * @param download - The download; it is read once.
 * @param options - See {@link SaveDownloadOptions}.
 * @throws `DownloadError` When it is too long, too short or damaged; `ConnectionError` when it breaks off; an error of
 * the file system when it cannot be written.
 */
export async function saveDownload(download: Download, options: SaveDownloadOptions): Promise<SavedDownload> {
  const { path, maxBytes = DEFAULT_MAX_BYTES } = options;
  // Not imported: a bundle for browsers could not resolve them.
  const { createHash, randomUUID } = process.getBuiltinModule('node:crypto');
  const { rename, rm } = process.getBuiltinModule('node:fs/promises');
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  const temporary = `${path}.${randomUUID()}.part`;
  const file = await openFor(download, path, temporary);
  let sizeBytes = 0;
  try {
    try {
      for await (const piece of piecesOf(download, maxBytes)) {
        md5.update(piece);
        sha256.update(piece);
        sizeBytes += piece.byteLength;
        await file.writeFile(piece);
      }
      requireChecksum(download, md5.digest('base64'));
      // Renaming can outlive a crash that the content does not: the content has to be there first.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const { filename, contentType } = download;
  return { path, filename, contentType, sizeBytes, sha256: sha256.digest('hex') };
}

/** Opens the temporary file; a download that cannot be written anywhere is closed, or its connection would stay open. */
async function openFor(download: Download, path: string, temporary: string): Promise<FileHandle> {
  try {
    if (typeof path !== 'string' || path === '')
      throw new ConfigError('path', 'path must be a path of a file');
    return await process.getBuiltinModule('node:fs/promises').open(temporary, 'wx');
  } catch (error) {
    await download[Symbol.asyncDispose]();
    throw error;
  }
}
