import type { FileHandle } from 'node:fs/promises';
import type { ResponseFacts } from '../api-promise.js';
import { DownloadError } from '../errors/download-error.js';
import { ParlanceError } from '../errors/parlance-error.js';
import { ConfigError } from '../errors/request-errors.js';
import { isA } from '../checks/option-checks.js';
import type { Download } from './download.js';
import {
  checkReadOptions,
  chunksOf,
  readIntact,
  requireChecksum,
  type ReadDownloadOptions,
} from './read-download.js';

/** Options for saving a download to disk. */
export interface SaveDownloadOptions extends ReadDownloadOptions {
  /** Path of the file. An existing file is replaced once the download is complete. */
  readonly path: string;
}

/** A download that was saved to disk, with the status, headers and request id of its response. */
export interface SavedDownload extends ResponseFacts {
  /** Path of the file. */
  readonly path: string;
  /** File name from the response, without folders; null if the service did not send one. */
  readonly filename: string | null;
  /** Content type; null if the service did not send one. */
  readonly contentType: string | null;
  /** Length in bytes. */
  readonly sizeBytes: number;
  /** MD5 of the content, in hexadecimal. Verified against the `content-md5` header if the service sent one. */
  readonly md5: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Saves a download to disk. Requires Node.js.
 *
 * The content is written to `<path>.part` and renamed to `path` once it is complete, its length and checksum are
 * correct and it is synced to disk. After a lost connection, it downloads again from the start. A failed save removes
 * the part file. If the process crashes, the part file stays until the next save to the same path replaces it. Do not
 * save to the same path concurrently.
 *
 * @param download - The download. It can be read once.
 * @param options - See {@link SaveDownloadOptions}.
 * @throws `DownloadError` When the content is too long, incomplete or corrupt, or when the file cannot be written
 * (the `cause` is the error of the file system); `ConnectionError` when the connection is lost more than `maxRetries`
 * times; `ConfigError` for an invalid option.
 */
export async function saveDownload(download: Download, options: SaveDownloadOptions): Promise<SavedDownload> {
  await checkReadOptions(download, options, { path: isA('string') });
  const { path } = options;
  if (!path) {
    await download[Symbol.asyncDispose]();
    throw new ConfigError('path', 'path must be the path of a file');
  }
  return readIntact(download, options, async (attempt, maxBytes) => {
    try {
      return await saveOnce(attempt, path, maxBytes);
    } catch (error) {
      if (ParlanceError.is(error)) throw error;
      throw notSaved(error as Error, attempt.requestId);
    }
  });
}

function notSaved(cause: Error, requestId: string | null): DownloadError {
  const message = `the download could not be saved: ${cause.message}`;
  return new DownloadError('download_not_saved', message, requestId, { cause });
}

async function saveOnce(download: Download, path: string, maxBytes: number): Promise<SavedDownload> {
  // Not imported: a bundle for browsers could not resolve them.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { rename, rm } = process.getBuiltinModule('node:fs/promises');
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  const part = `${path}.part`;
  const file = await createPart(download, part);
  let sizeBytes = 0;
  let isOwn = true;
  try {
    try {
      for await (const chunk of chunksOf(download, maxBytes)) {
        md5.update(chunk);
        sha256.update(chunk);
        sizeBytes += chunk.byteLength;
        await file.writeFile(chunk);
      }
      requireChecksum(download, md5.copy().digest('base64'));
      // A rename can survive a crash that unsynced content does not.
      await file.sync();
    } finally {
      isOwn = await isFileAt(file, part).catch(() => false);
      await file.close();
    }
    if (!isOwn) throw new Error(`another download was saved to ${path} at the same time`);
    await rename(part, path);
  } catch (error) {
    if (isOwn) await rm(part, { force: true });
    throw error;
  }
  const { filename, contentType, status, headers, requestId } = download;
  const hashes = { md5: md5.digest('hex'), sha256: sha256.digest('hex') };
  return { path, filename, contentType, sizeBytes, ...hashes, status, headers, requestId };
}

/** Creates the part file, replacing one that a crashed process left behind. Closes the download when that fails. */
async function createPart(download: Download, part: string): Promise<FileHandle> {
  try {
    const { open, rm } = process.getBuiltinModule('node:fs/promises');
    const create = (): Promise<FileHandle> => open(part, 'wx', 0o600);
    return await create().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      await rm(part, { force: true });
      return create();
    });
  } catch (error) {
    await download[Symbol.asyncDispose]();
    throw error;
  }
}

/** Returns whether a path still refers to an open file. */
async function isFileAt(file: FileHandle, path: string): Promise<boolean> {
  const { stat } = process.getBuiltinModule('node:fs/promises');
  const [own, found] = await Promise.all([
    file.stat({ bigint: true }),
    stat(path, { bigint: true }).catch(() => undefined),
  ]);
  return own.ino === found?.ino && own.dev === found.dev;
}
