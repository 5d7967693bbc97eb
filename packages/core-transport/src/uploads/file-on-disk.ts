import { ConfigError } from '../errors/request-errors.js';

/**
 * A file to upload that is read while it is sent, so that it may be larger than the memory. Requires Node.js, Bun or Deno.
 * It can be read again for a retry.
 */
export class FileOnDisk implements AsyncIterable<Uint8Array> {
  readonly #path: string;

  /** @param path - Path of the file. Nothing is read yet. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads the size of the file, in bytes.
   *
   * @throws {ConfigError} When the path does not lead to a file that can be read.
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

  /** Reads the file from its start. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return process.getBuiltinModule('node:fs').createReadStream(this.#path)[Symbol.asyncIterator]();
  }
}
