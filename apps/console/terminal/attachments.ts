/** Files that go with a turn. */
import { AttachmentError, type ContentBlockParam } from '@parlance/inference';
import { blockFromFile } from '@parlance/inference/files';
import { UsageError } from './arguments.js';

/**
 * Reads files that the command line names.
 *
 * @param paths - Images, PDFs, texts.
 * @throws {UsageError} When one cannot be attached.
 */
export async function readAttachments(paths: readonly string[]): Promise<ContentBlockParam[]> {
  try {
    return await Promise.all(paths.map((path) => blockFromFile(path)));
  } catch (error) {
    if (AttachmentError.is(error)) throw new UsageError(error.message);
    throw error;
  }
}
