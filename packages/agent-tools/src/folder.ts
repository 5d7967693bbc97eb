/** A folder that paths cannot leave. */
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ToolResultError } from '@parlance/inference';

/** A location in a folder. */
export interface Place {
  /** Path without symbolic links. */
  readonly path: string;
  /** Status of the file; undefined when it does not exist. */
  readonly stats: Stats | undefined;
}

/** The last change of each folder, by its path without symbolic links, for all tools of this process. */
const lastChanges = new Map<string, Promise<unknown>>();

/**
 * Reads and writes text files in a folder. Symbolic links are followed only to targets in the folder, and only regular
 * files are opened. Not a sandbox: a program that changes the folder at the same time can move a checked path.
 */
export class Folder {
  readonly #root: string;
  readonly #maxFileBytes: number;
  readonly #isPrivate: boolean;

  /**
   * @param root - Path of the folder.
   * @param maxFileBytes - Maximum size of a file in bytes, for reads and writes.
   * @param isPrivate - Whether only the owner can access new files and folders. By default, the process's umask decides.
   */
  constructor(root: string, maxFileBytes: number, isPrivate = false) {
    this.#root = resolve(root);
    this.#maxFileBytes = maxFileBytes;
    this.#isPrivate = isPrivate;
  }

  /** Returns the path of the folder without symbolic links. */
  realPath(): Promise<string> {
    return realpath(this.#root);
  }

  /**
   * Runs a change after earlier changes of this process, so that what it has read is still there when it writes.
   *
   * @param signal - The change does not start once this is aborted.
   * @param change - The change.
   */
  async changeInTurn<T>(signal: AbortSignal, change: () => Promise<T>): Promise<T> {
    const folder = await this.realPath();
    const before = lastChanges.get(folder) ?? Promise.resolve();
    const result = before.then(() => {
      signal.throwIfAborted();
      return change();
    });
    const settled = result.catch(() => undefined);
    lastChanges.set(folder, settled);
    await settled;
    if (lastChanges.get(folder) === settled) lastChanges.delete(folder);
    return result;
  }

  /**
   * Resolves a path of the model.
   *
   * @param path - Path relative to the folder, or an absolute path in it.
   * @throws {ToolResultError} When the path leads out of the folder, or is too long.
   */
  async place(path: string): Promise<Place> {
    if (path.includes('\0')) throw outside(path);
    const root = await this.realPath();
    // The model may use the folder's path as it was configured, or as the shell prints it.
    const base = isWithin(this.#root, path) ? this.#root : root;
    const wanted = resolve(root, relative(base, resolve(base, path)));
    if (!isWithin(root, wanted)) throw outside(path);
    let current = root;
    let stats: Stats | undefined = await lstat(root);
    for (const segment of relative(root, wanted).split(sep).filter(Boolean)) {
      current = join(current, segment);
      stats = await statusOf(current);
      if (stats?.isSymbolicLink() !== true) continue;
      // A dangling link has no real path: writing to it would create a file outside.
      current = await realpath(current).catch(() => '');
      if (current === '' || !isWithin(root, current)) throw outside(path);
      stats = await statusOf(current);
    }
    return { path: current, stats };
  }

  /**
   * Reads a text file.
   *
   * @throws {ToolResultError} When the file is too large, not a regular file, or not UTF-8 text.
   */
  async read({ path }: Place, shown: string): Promise<string> {
    await using file = await openSafely(path, shown);
    const stats = await file.stat();
    if (!stats.isFile()) throw new ToolResultError(`${shown} is not a regular file.`);
    if (stats.size > this.#maxFileBytes) throw this.#tooLarge(shown, stats.size);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile());
    } catch {
      throw new ToolResultError(`${shown} is not UTF-8 text.`);
    }
  }

  /**
   * Writes a text file as a whole: readers see the old content or the new one. Creates missing folders.
   *
   * @throws {ToolResultError} When the content is too large, or the path is not a regular file.
   */
  async write({ path, stats }: Place, content: string, shown: string): Promise<void> {
    const size = Buffer.byteLength(content);
    if (size > this.#maxFileBytes) throw this.#tooLarge(shown, size);
    if (stats !== undefined && !stats.isFile()) throw new ToolResultError(`${shown} is not a regular file.`);
    await mkdir(dirname(path), { recursive: true, mode: this.#isPrivate ? 0o700 : 0o777 });
    const mode = stats === undefined ? 0o666 : stats.mode & 0o777;
    const draft = join(dirname(path), `.${randomUUID()}.tmp`);
    try {
      await using file = await open(draft, 'wx', this.#isPrivate ? 0o600 : mode);
      await file.writeFile(content);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  #tooLarge(shown: string, size: number): ToolResultError {
    return new ToolResultError(`${shown} has ${size} bytes, more than the maximum of ${this.#maxFileBytes}.`);
  }
}

async function statusOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ENAMETOOLONG') throw new ToolResultError('The path is too long for the file system.');
    throw error;
  }
}

/** Opens a file without following a link that appeared after the check, and without waiting for a pipe. */
async function openSafely(path: string, shown: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new ToolResultError(`${shown} cannot be opened: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function isWithin(root: string, path: string): boolean {
  if (!isAbsolute(path)) return false;
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(path: string): ToolResultError {
  return new ToolResultError(`The path ${path} is outside of the folder that this tool can access.`);
}
