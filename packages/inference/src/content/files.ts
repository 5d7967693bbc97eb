/**
 * Entry `@parlance/inference/files`: content blocks out of files on disk. It needs Node's file system.
 *
 * @packageDocumentation
 */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DocumentBlockParam, ImageBlockParam } from '@parlance/schemas/inference';
import { AttachmentError, blockFromBytes, type DocumentFacts } from './blocks.js';

/** Options of {@link blockFromFile}. */
export interface FileOptions extends DocumentFacts {
  /** Largest file, in bytes. Default 24 MiB, which base64 makes the 32 MB that the service takes. */
  readonly maxBytes?: number | undefined;
}

const DEFAULT_MAX_BYTES = 24 * 1024 * 1024;

/**
 * Makes the block that a file is: an image, a PDF, or a document of text, by what the file begins with.
 *
 * @param path - Path of the file.
 * @param options - See {@link FileOptions}.
 * @throws {AttachmentError} `unreadable_file`, `file_too_large`, `unsupported_file`, or `extension_mismatch` when its
 * name promises another kind.
 */
export async function blockFromFile(
  path: string,
  options: FileOptions = {},
): Promise<ImageBlockParam | DocumentBlockParam> {
  const { maxBytes = DEFAULT_MAX_BYTES, ...facts } = options;
  return blockFromBytes(await read(path, maxBytes), { ...facts, filename: basename(path) });
}

async function read(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    if (size > maxBytes)
      throw new AttachmentError(
        'file_too_large',
        `${basename(path)} has ${size} bytes, more than ${maxBytes}`,
      );
    return await file.readFile();
  } catch (error) {
    if (AttachmentError.is(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new AttachmentError(
      'unreadable_file',
      `${basename(path)} cannot be read: ${code ?? 'unknown error'}`,
    );
  }
}
