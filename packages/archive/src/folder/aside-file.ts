import { open, unlink, type FileHandle } from 'node:fs/promises';
import { writing } from './write-error.js';

/** A file that is written aside, and published once it is complete. */
export class AsideFile {
  /** Absolute path while the file is aside. */
  readonly file: string;
  readonly #handle: FileHandle;

  private constructor(file: string, handle: FileHandle) {
    this.file = file;
    this.#handle = handle;
  }

  /** Creates the file, readable by its owner only. */
  static async create(file: string): Promise<AsideFile> {
    return new AsideFile(file, await open(file, 'wx', 0o600));
  }

  /** Writes data. */
  async write(data: string | Uint8Array): Promise<void> {
    await writing(this.file, () => this.#handle.appendFile(data));
  }

  /** Completes the file and waits until it is on disk. */
  async complete(): Promise<void> {
    await writing(this.file, async () => {
      await this.#handle.sync();
      await this.#handle.close();
    });
  }

  /** Closes and removes the file. Has no effect on a file that was published. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await unlink(this.file).catch(() => undefined);
  }
}
