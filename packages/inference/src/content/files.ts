/**
 * Entry `@parlance/inference/files`: creates content blocks from files on disk. Requires Node.js.
 *
 * @module files
 */
import { basename } from 'node:path';
import { FileError, readUntrustedBytes } from '@parlance/files';
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
  try {
    return await readUntrustedBytes(path, { maxBytes, followLink: true });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { code, problem } = error;
    // The folder is not shown to the people who receive the error.
    throw new AttachmentError(
      code === 'file_too_large' ? code : 'unreadable_file',
      `${basename(path)} ${problem}`,
    );
  }
}
