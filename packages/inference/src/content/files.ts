/**
 * Entry `@parlance/inference/files`: creates content blocks from files on disk. Requires Node.js.
 *
 * @module files
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { requireObject, requireText } from '@parlance/core-transport/internal';
import type { DocumentBlockParam, ImageBlockParam } from '@parlance/schemas/inference';
import { AttachmentError, blockFromBytes, type DocumentFacts } from './blocks.js';

/** Options for {@link blockFromFile}. */
export interface FileOptions extends DocumentFacts {
  /** Maximum size of the file in bytes. Default 24 MiB: in base64 that is 32 MiB, the size limit of a request. */
  readonly maxBytes?: number | undefined;
}

const DEFAULT_MAX_BYTES = 24 * 1024 * 1024;

/**
 * Creates an image or document block from a file. The type is detected from the content: JPEG, PNG, GIF, WebP, PDF or
 * UTF-8 text.
 *
 * @param path - Path of the file.
 * @param options - See {@link FileOptions}.
 * @throws {AttachmentError} With code `unreadable_file`, `file_too_large`, `unsupported_file`, or `extension_mismatch`
 *   when the extension belongs to another type.
 * @throws {ConfigError} When `path` is not a string.
 */
export async function blockFromFile(
  path: string,
  options: FileOptions = {},
): Promise<ImageBlockParam | DocumentBlockParam> {
  requireText('path', path);
  requireObject('options', options);
  const { maxBytes = DEFAULT_MAX_BYTES, ...facts } = options;
  return blockFromBytes(await read(path, maxBytes), { ...facts, filename: basename(path) });
}

async function read(path: string, maxBytes: number): Promise<Uint8Array> {
  // The folder is not shown to the people who receive the error.
  const failure = (code: AttachmentError['code'], problem: string): AttachmentError =>
    new AttachmentError(code, `${basename(path)} ${problem}`);
  try {
    // Without the flag, opening a named pipe waits for its other end.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile()) throw failure('unreadable_file', 'is not a regular file');
    if (stats.size > maxBytes)
      throw failure('file_too_large', `has ${stats.size} bytes, more than maxBytes (${maxBytes})`);
    return await file.readFile();
  } catch (error) {
    if (AttachmentError.is(error)) throw error;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw failure('unreadable_file', code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code}`);
  }
}
