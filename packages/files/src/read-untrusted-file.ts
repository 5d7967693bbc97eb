import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { FileError, reasonOf } from './file-error.js';

/** Options for {@link openUntrustedFile}. */
export interface OpenUntrustedFileOptions {
  /**
   * Whether the path may be a symbolic link. Set it for a path that a person chose, and leave it out for a file that was
   * found in a folder that others can write to. Links among the folders of the path are always followed. Default: false.
   */
  readonly followLink?: boolean | undefined;
}

/** Options for {@link readUntrustedFile}. */
export interface ReadUntrustedFileOptions extends OpenUntrustedFileOptions {
  /** Largest size that is accepted, in bytes. */
  readonly maxBytes: number;
}

/**
 * Opens a file that others made, for reading. Never waits for a named pipe.
 *
 * @param path - Path of the file.
 * @param options - See {@link OpenUntrustedFileOptions}.
 * @returns The handle of a regular file. The caller closes it.
 * @throws {FileError} When the file does not exist, is not a regular file, is a link, or cannot be opened.
 */
export async function openUntrustedFile(
  path: string,
  options: OpenUntrustedFileOptions = {},
): Promise<FileHandle> {
  const { followLink = false } = options;
  // Windows has neither flag: it has no named pipes in folders, and creating a link there takes a privilege.
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;
  let file: FileHandle | undefined;
  try {
    // Checking before opening would leave time to replace the file.
    file = await open(path, (O_RDONLY ?? 0) | O_NONBLOCK | (followLink ? 0 : O_NOFOLLOW));
    requireRegular(path, await file.stat());
    return file;
  } catch (error) {
    await file?.close();
    throw readFailure(path, error, followLink);
  }
}

/**
 * Reads a file that others made: a regular file of a limited size.
 *
 * @param path - Path of the file.
 * @param options - See {@link ReadUntrustedFileOptions}.
 * @throws {FileError} When the file does not exist, is not a regular file, is a link, is too large, or cannot be read.
 */
export async function readUntrustedBytes(path: string, options: ReadUntrustedFileOptions): Promise<Buffer> {
  const { maxBytes, followLink = false } = options;
  await using file = await openUntrustedFile(path, options);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // The size that the file had when it was opened does not limit what is read: it can grow, and is 0 in /proc.
    for await (const chunk of file.createReadStream({ end: maxBytes, autoClose: false })) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).byteLength;
    }
  } catch (error) {
    throw readFailure(path, error, followLink);
  }
  if (bytes > maxBytes) throw new FileError('file_too_large', path, `is larger than ${maxBytes} bytes`);
  return Buffer.concat(chunks);
}

/**
 * Reads a text file that others made, as {@link readUntrustedBytes} does. A byte order mark at the start, which some editors write, is not
 * part of the text.
 *
 * @param path - Path of the file.
 * @param options - See {@link ReadUntrustedFileOptions}.
 * @throws {FileError} When the file cannot be read, or is not UTF-8.
 */
export async function readUntrustedFile(path: string, options: ReadUntrustedFileOptions): Promise<string> {
  const bytes = await readUntrustedBytes(path, options);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError('file_not_text', path, 'is not UTF-8 text');
  }
}

function requireRegular(path: string, stats: Stats): void {
  if (stats.isDirectory()) throw new FileError('file_not_regular', path, 'is a directory');
  if (!stats.isFile()) throw new FileError('file_not_regular', path, 'is not a regular file');
}

function readFailure(path: string, error: unknown, followLink: boolean): FileError {
  if (error instanceof FileError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new FileError('file_not_found', path, 'does not exist', { cause: error });
  // With `followLink`, the code means that links form a circle. FreeBSD reports EMLINK.
  if (!followLink && (code === 'ELOOP' || code === 'EMLINK'))
    return new FileError('file_is_link', path, 'is a symbolic link', { cause: error });
  // What Linux reports for a socket.
  if (code === 'ENXIO')
    return new FileError('file_not_regular', path, 'is not a regular file', { cause: error });
  return new FileError('file_unreadable', path, `cannot be read: ${reasonOf(error)}`, { cause: error });
}
