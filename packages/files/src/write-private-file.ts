import { randomUUID } from 'node:crypto';
import { lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError, reasonOf } from './file-error.js';

/** Content of a file. Text is written as UTF-8; what is iterated is written in pieces, so it can be larger than memory. */
export type FileContent = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/**
 * Writes a file that only its owner can read. At its path there is always either the complete file or what was there before, even
 * after a power failure: the content is written to a new file beside it, synced to disk and renamed. A failed write removes that
 * file; a killed process leaves it behind, as `<path>.<uuid>.part`.
 *
 * @param path - Path of the file. An existing regular file is replaced, with its mode; anything else there is refused.
 * @param content - See {@link FileContent}. An error of an iteration is rethrown, and nothing is written.
 * @throws {FileError} When the path leads to a link, a directory or a device, its folder does not exist, or the file
 * cannot be written.
 */
export async function writePrivateFile(path: string, content: FileContent): Promise<void> {
  // Refused early; renaming replaces a link itself and never what it refers to.
  await requireReplaceable(path);
  const part = `${path}.${randomUUID()}.part`;
  const write = <T>(action: () => Promise<T>): Promise<T> =>
    action().catch((error: unknown) => Promise.reject(writeFailure(path, error)));
  const file = await write(() => open(part, 'wx', 0o600));
  try {
    try {
      for await (const piece of isWhole(content) ? [content] : content)
        await write(() => file.writeFile(piece));
      // A rename can survive a crash that unsynced content does not.
      await write(() => file.sync());
    } finally {
      await write(() => file.close());
    }
    await write(() => rename(part, path));
  } catch (error) {
    await unlink(part).catch(() => undefined);
    throw error;
  }
  await write(() => syncFolder(dirname(path)));
}

function isWhole(content: FileContent): content is string | Uint8Array {
  return typeof content === 'string' || content instanceof Uint8Array;
}

async function requireReplaceable(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || stats.isFile()) return;
  if (stats.isSymbolicLink()) throw new FileError('file_is_link', path, 'is a symbolic link');
  throw new FileError(
    'file_not_regular',
    path,
    stats.isDirectory() ? 'is a directory' : 'is not a regular file',
  );
}

/** Makes the name of a file survive a power failure. Windows does not open folders, and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle: FileHandle = await open(folder, 'r');
  await handle.sync();
}

function writeFailure(path: string, error: unknown): FileError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new FileError('file_not_found', path, 'cannot be created: its folder does not exist', {
      cause: error,
    });
  return new FileError('file_unwritable', path, `cannot be written: ${reasonOf(error)}`, { cause: error });
}
