import { ConfigError } from '@parlance/schemas/kit';
import { ArchiveError } from '../archive-error.js';
import { ArchiveFolder } from '../folder/archive-folder.js';

/**
 * Opens the folder of a sink, and creates it if it is missing.
 *
 * @throws {ConfigError} When it cannot be written to.
 */
export async function openFolder(dir: string): Promise<ArchiveFolder> {
  try {
    return await ArchiveFolder.open(dir);
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    throw new ConfigError('dir', `\`dir\` must be a folder that can be written to: ${error.message}`, {
      cause: error,
    });
  }
}
