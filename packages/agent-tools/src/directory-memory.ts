/** A memory in a folder. */
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkRecord, requireText } from '@parlance/core-transport/internal';
import { ToolResultError } from '@parlance/inference';
import { changeAlone, LOCK_FILE } from './change-alone.js';
import { byteCount } from './client-tool-checks.js';
import { Folder, type Place } from './folder.js';
import type { MemoryBackend, MemoryContext, MemoryFile } from './memory-backend.js';

/** Options for {@link directoryMemory}. */
export interface DirectoryMemoryOptions {
  /** Maximum size of a file in bytes. Default 1 MiB. */
  readonly maxFileBytes?: number | undefined;
}

/**
 * Keeps memories as files in a folder, which is created if it does not exist. New files and folders are accessible to
 * their owner only. Symbolic links are not listed, and not followed out of the folder. Use one folder per user: whatever is
 * in it is visible to the model.
 *
 * Several runs and processes can use the same folder: changes are made one after the other, and an edit of content that has
 * changed since it was read fails. The file `.lock` in the folder is used for this.
 *
 * @param folder - Path of the folder.
 * @param options - See {@link DirectoryMemoryOptions}.
 * @throws {ConfigError} When an option is invalid.
 */
export function directoryMemory(folder: string, options: DirectoryMemoryOptions = {}): MemoryBackend {
  requireText('folder', folder);
  checkRecord('', options, { maxFileBytes: byteCount });
  const files = new Folder(folder, options.maxFileBytes ?? 1024 * 1024, true);
  const place = async (path: string): Promise<Place> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await files.place(`.${path}`);
    if (isLockFile(found.path)) throw new ToolResultError(`The name ${LOCK_FILE} cannot be used.`);
    return found;
  };
  const read = async (path: string): Promise<string | undefined> => {
    const found = await place(path);
    return found.stats === undefined || found.stats.isDirectory() ? undefined : files.read(found, path);
  };
  /** Changes the folder while neither this nor another process does. */
  const change = async <T>({ signal }: MemoryContext, action: () => Promise<T>): Promise<T> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const root = await files.realPath();
    return files.changeInTurn(signal, () => changeAlone(root, signal, action));
  };
  return {
    read,
    list: async (path) => {
      const found = await place(path);
      if (found.stats?.isDirectory() !== true) return undefined;
      return filesBelow(found.path, path === '/' ? '' : path);
    },
    create: (path, content, context) =>
      change(context, async () => {
        const found = await place(path);
        if (found.stats !== undefined) return false;
        await files.write(found, content, path);
        return true;
      }),
    replace: (path, { content, previous }, context) =>
      change(context, async () => {
        if ((await read(path)) !== previous) return false;
        await files.write(await place(path), content, path);
        return true;
      }),
    delete: (path, context) =>
      change(context, async () => {
        const found = await place(path);
        if (found.stats === undefined) return false;
        await rm(found.path, { recursive: true });
        return true;
      }),
    rename: (from, to, context) => change(context, async () => move(await place(from), await place(to))),
  };
}

async function move(source: Place, target: Place): Promise<void> {
  // The tool has checked this, but not under the lock. `rename` would replace an existing file.
  if (source.stats === undefined || target.stats !== undefined)
    throw new ToolResultError('The memory was changed at the same time. View it and try again.');
  await mkdir(dirname(target.path), { recursive: true, mode: 0o700 });
  await rename(source.path, target.path);
}

/** Some file systems ignore the case of names. */
function isLockFile(path: string): boolean {
  return basename(path).toLowerCase() === LOCK_FILE;
}

async function filesBelow(folder: string, path: string): Promise<MemoryFile[]> {
  const found: MemoryFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [real, shown] = [join(folder, entry.name), `${path}/${entry.name}`];
    if (entry.isDirectory()) for (const file of await filesBelow(real, shown)) found.push(file);
    else if (entry.isFile() && !isLockFile(real))
      found.push({ path: shown, sizeBytes: (await lstat(real)).size });
  }
  return found;
}
