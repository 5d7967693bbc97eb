import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rmdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AsideFile } from './aside-file.js';
import { errorCode, writeError, writing } from './write-error.js';

/** Files are written here, and renamed once they are complete and on disk. On the same file system as the rest of the archive. */
export const PARTIAL_FOLDER = '.partial';

/**
 * The folder of an archive, for writing. A file appears as a whole or not at all, also after a power failure.
 */
export class ArchiveFolder {
  /** Absolute path. */
  readonly dir: string;
  /** Folders that were created on opening, those above first. */
  readonly #created: string[] = [];

  private constructor(dir: string) {
    this.dir = dir;
  }

  /**
   * Opens the folder, and creates it if it is missing.
   *
   * @throws {ArchiveError} When it cannot be written to.
   */
  static async open(dir: string): Promise<ArchiveFolder> {
    const folder = new ArchiveFolder(path.resolve(dir));
    const probe = await folder.createFile('probe');
    try {
      await probe.write('probe');
      await probe.complete();
    } finally {
      await probe.discard();
    }
    return folder;
  }

  /** Removes the folders that were created on opening, if nothing is in them. Call it when the folder is refused: its name may be a typing error. */
  async removeCreated(): Promise<void> {
    // One that is not empty stays, with those above it.
    for (const folder of this.#created.toReversed()) await rmdir(folder).catch(() => undefined);
  }

  /** Returns the absolute path of a file of the archive. */
  resolve(file: string): string {
    return path.join(this.dir, ...file.split('/'));
  }

  /**
   * Starts writing a file aside. It is not part of the archive until {@link publish}.
   *
   * @param key - Identifies the work. Files that interrupted attempts left for the same key are removed.
   */
  async createFile(key: string): Promise<AsideFile> {
    const partial = this.resolve(PARTIAL_FOLDER);
    const prefix = `${key.replaceAll('/', '~')}@`;
    return writing(partial, async () => {
      // A process that lost its lease may still write one of these. It fails when it publishes, which is what fencing requires.
      for (const name of await inFolder(partial, () => readdir(partial), this.#created))
        if (name.startsWith(prefix)) await unlinkIfExists(path.join(partial, name));
      return AsideFile.create(path.join(partial, `${prefix}${randomUUID()}`));
    });
  }

  /**
   * Moves a file that is complete and on disk to its path in the archive, replacing the file that is there.
   *
   * @param written - Absolute path of the file, in the same file system.
   */
  async publish(written: string, file: string): Promise<void> {
    const target = this.resolve(file);
    await writing(file, async () => {
      await inFolder(path.dirname(target), () => rename(written, target));
      await syncFolder(path.dirname(target));
    });
  }

  /**
   * Creates a file that is written in place, such as a segment.
   *
   * @returns Its handle, for appending; undefined if the file exists.
   */
  async createInPlace(file: string): Promise<FileHandle | undefined> {
    const target = this.resolve(file);
    let handle: FileHandle | undefined;
    try {
      handle = await inFolder(path.dirname(target), () => open(target, 'ax', 0o600));
      await syncFolder(path.dirname(target));
      return handle;
    } catch (error) {
      await handle?.close();
      if (errorCode(error) === 'EEXIST') return undefined;
      throw writeError(file, error);
    }
  }

  /**
   * Writes a range of a file, which is created if it is missing, and waits until it is on disk. Repeating it has no further effect.
   *
   * @param chunks - What to write from the offset on.
   */
  async writeRange(file: string, offset: number, chunks: Iterable<Uint8Array>): Promise<void> {
    await this.#write(file, chunks, offset, false);
  }

  /** As {@link writeRange}, for the end of a file: what follows is removed, for example what an interrupted attempt wrote. */
  async writeEnd(file: string, offset: number, data: Uint8Array): Promise<void> {
    await this.#write(file, [data], offset, true);
  }

  async #write(file: string, chunks: Iterable<Uint8Array>, offset: number, isEnd: boolean): Promise<void> {
    const target = this.resolve(file);
    await writing(file, async () => {
      // Not for appending: on Linux, that would ignore the position.
      const flags = constants.O_RDWR | constants.O_CREAT;
      const handle = await inFolder(path.dirname(target), () => open(target, flags, 0o600));
      try {
        let position = offset;
        for (const chunk of chunks) {
          await writeFully(handle, chunk, position);
          position += chunk.length;
        }
        if (isEnd) await handle.truncate(position);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await syncFolder(path.dirname(target));
    });
  }

  /** Returns the size of a file, in bytes. */
  async sizeOf(file: string): Promise<number> {
    return writing(file, async () => (await stat(this.resolve(file))).size);
  }

  /** Writes a small file as a whole, for example the manifest. */
  async writeFile(file: string, content: string | Uint8Array): Promise<void> {
    const aside = await this.createFile(file);
    try {
      await aside.write(content);
      await aside.complete();
      await this.publish(aside.file, file);
    } finally {
      await aside.discard();
    }
  }

  /** Removes a file if it exists. */
  async removeFile(file: string): Promise<void> {
    await writing(file, () => unlinkIfExists(this.resolve(file)));
  }

  /** Returns the names of the files and folders in a folder; none if it does not exist. */
  async list(folder: string): Promise<readonly string[]> {
    try {
      return await readdir(this.resolve(folder));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw writeError(folder, error);
    }
  }
}

async function writeFully(handle: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < data.length;) {
    const { bytesWritten } = await handle.write(data, written, data.length - written, position + written);
    written += bytesWritten;
  }
}

/** Unlike `rm`, it does not block on reading the state of the file. */
async function unlinkIfExists(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Does work in a folder, which is created if it is missing. */
async function inFolder<T>(folder: string, work: () => Promise<T>, created: string[] = []): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  await makeFolder(folder, created);
  return work();
}

/** Creates a folder and those above it, durably, and notes which were missing. */
async function makeFolder(folder: string, created: string[]): Promise<void> {
  const parent = path.dirname(folder);
  try {
    if (!(await createFolder(folder))) return;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent, created);
    // Once only: it fails again if the parent is a link to a folder that does not exist, such as a disk that is not mounted.
    await createFolder(folder);
  }
  created.push(folder);
  await syncFolder(parent);
}

/** Returns whether the folder was created, and did not exist. */
async function createFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Makes the names of the files of a folder durable. Windows does so by itself, and cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
