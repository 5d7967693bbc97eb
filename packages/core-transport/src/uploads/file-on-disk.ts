import { ConfigError } from '../errors/request-errors.js';

/**
 * A file on disk to upload. It is streamed, so it can be larger than memory, and read again for a retry. Requires
 * Node.js, Bun or Deno.
 */
export class FileOnDisk implements AsyncIterable<Uint8Array> {
  readonly #path: string;

  /** @param path - Path of the file. The constructor does not read it. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Returns the size of the file, in bytes.
   *
   * @throws {ConfigError} When the path is not that of a readable file.
   */
  size(): number {
    const fs = globalThis.process?.getBuiltinModule?.('node:fs');
    if (fs === undefined) throw new ConfigError('path', 'path requires Node.js; pass a Blob instead');
    try {
      fs.accessSync(this.#path, fs.constants.R_OK);
      const stats = fs.statSync(this.#path);
      if (stats.isFile()) return stats.size;
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      throw new ConfigError('path', `path must lead to a file that can be read (${code})`);
    }
    throw new ConfigError('path', 'path must lead to a file, not to a folder');
  }

  /** Reads the file from the start. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return process.getBuiltinModule('node:fs').createReadStream(this.#path)[Symbol.asyncIterator]();
  }
}
