/** A memory in a folder. */
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkRecord, requireText } from '@parlance/core-transport/internal';
import { byteCount } from './client-tool-checks.js';
import { Folder, type Place } from './folder.js';
import type { MemoryBackend, MemoryFile } from './memory-backend.js';

/** Options for {@link directoryMemory}. */
export interface DirectoryMemoryOptions {
  /** Maximum size of a file in bytes. Default 1 MiB. */
  readonly maxFileBytes?: number | undefined;
}

/**
 * Keeps memories as files in a folder, which is created if it does not exist. Symbolic links are not listed, and not
 * followed out of the folder. Use one folder per user: whatever is in it is visible to the model.
 *
 * @param folder - Path of the folder.
 * @param options - See {@link DirectoryMemoryOptions}.
 * @throws {ConfigError} When an option is invalid.
 */
export function directoryMemory(folder: string, options: DirectoryMemoryOptions = {}): MemoryBackend {
  requireText('folder', folder);
  checkRecord('', options, { maxFileBytes: byteCount });
  const files = new Folder(folder, { maxFileBytes: options.maxFileBytes ?? 1024 * 1024 });
  const place = async (path: string): Promise<Place> => {
    await mkdir(folder, { recursive: true });
    return files.place(`.${path}`);
  };
  const read = async (path: string): Promise<string | undefined> => {
    const found = await place(path);
    return found.stats === undefined || found.stats.isDirectory() ? undefined : files.read(found, path);
  };
  return {
    read,
    list: async (path) => {
      const found = await place(path);
      if (found.stats?.isDirectory() !== true) return undefined;
      return filesBelow(found.path, path === '/' ? '' : path);
    },
    create: async (path, content) => {
      const found = await place(path);
      if (found.stats !== undefined) return false;
      await files.write(found, content, path);
      return true;
    },
    replace: async (path, { content, previous }) => {
      if ((await read(path)) !== previous) return false;
      await files.write(await place(path), content, path);
      return true;
    },
    delete: async (path) => {
      const found = await place(path);
      if (found.stats === undefined) return false;
      await rm(found.path, { recursive: true });
      return true;
    },
    rename: async (from, to) => {
      const [source, target] = [await place(from), await place(to)];
      await mkdir(dirname(target.path), { recursive: true });
      await rename(source.path, target.path);
    },
  };
}

async function filesBelow(folder: string, path: string): Promise<MemoryFile[]> {
  const found: MemoryFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [real, shown] = [join(folder, entry.name), `${path}/${entry.name}`];
    if (entry.isDirectory()) found.push(...(await filesBelow(real, shown)));
    else if (entry.isFile()) found.push({ path: shown, sizeBytes: (await lstat(real)).size });
  }
  return found;
}
