/** Reads files to attach to a message. */
import { AttachmentError, type ContentBlockParam } from '@parlance/inference';
import { blockFromFile } from '@parlance/inference/files';
import { UsageError } from './arguments.js';

/**
 * Reads files into content blocks.
 *
 * @param paths - Paths of images, PDFs or text files.
 * @throws {UsageError} When a file cannot be read or has an unsupported type.
 */
export async function readAttachments(paths: readonly string[]): Promise<ContentBlockParam[]> {
  try {
    return await Promise.all(paths.map((path) => blockFromFile(path)));
  } catch (error) {
    if (AttachmentError.is(error)) throw new UsageError(error.message);
    throw error;
  }
}
