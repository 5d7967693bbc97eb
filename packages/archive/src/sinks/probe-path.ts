/** Places that a run writes to: how they are checked and opened. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '@parlance/schemas/kit';
import { ArchiveError } from '../archive-error.js';
import { ArchiveFolder } from '../folder/archive-folder.js';

/**
 * Checks that a folder can be written to, or created.
 *
 * @param option - Name of the option, for the error.
 * @param dir - The folder.
 * @throws {ConfigError} When it cannot.
 */
export async function probeFolder(option: string, dir: string): Promise<void> {
  const kind = await kindOf(dir);
  if (kind === 'missing' && path.dirname(dir) !== dir)
    return probeFolder(option, path.dirname(path.resolve(dir)));
  if (kind !== 'folder') throw unusable(option, dir, 'is not a folder');
  await requireWritable(option, dir);
}

/**
 * Checks that a file can be written to, or created in its folder, which must exist.
 *
 * @param option - Name of the option, for the error.
 * @param file - The file.
 * @throws {ConfigError} When it cannot.
 */
export async function probeFile(option: string, file: string): Promise<void> {
  const kind = await kindOf(file);
  if (kind === 'file') return requireWritable(option, file);
  if (kind !== 'missing') throw unusable(option, file, 'is not a file');
  const folder = path.dirname(path.resolve(file));
  if ((await kindOf(folder)) !== 'folder')
    throw unusable(option, file, `cannot be created: there is no folder ${folder}`);
  await requireWritable(option, folder);
}

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

async function kindOf(name: string): Promise<'file' | 'folder' | 'missing' | 'other'> {
  try {
    const stats = await stat(name);
    if (stats.isFile()) return 'file';
    return stats.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'other';
  }
}

async function requireWritable(option: string, name: string): Promise<void> {
  try {
    await access(name, constants.W_OK);
  } catch {
    throw unusable(option, name, 'cannot be written to by this user');
  }
}

const unusable = (option: string, name: string, problem: string): ConfigError =>
  new ConfigError(option, `\`${option}\` cannot be used: ${name} ${problem}`);
