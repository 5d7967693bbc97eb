import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { writeError } from './write-error.js';

/** How the files of records are compressed. */
export type Compression = 'zstd';

/** What was written. */
export interface AsideFileSummary {
  /** SHA-256 of the file on disk, in lower-case hexadecimal. */
  readonly sha256: string;
  /** Size on disk, in bytes. */
  readonly bytes: number;
}

/** A file that is written aside, with the digest of what is on disk. Its memory does not depend on its size. */
export class AsideFile {
  /** Absolute path while the file is aside. */
  readonly file: string;
  readonly #handle: FileHandle;
  readonly #input: Transform;
  readonly #hash: Hash = createHash('sha256');
  readonly #written: Promise<void>;
  #bytes = 0;

  private constructor(file: string, handle: FileHandle, compress: Compression | undefined) {
    this.file = file;
    this.#handle = handle;
    this.#input = compress === 'zstd' ? createZstdCompress() : new PassThrough();
    this.#written = pipeline(this.#input, (chunks: AsyncIterable<Buffer>) => this.#store(chunks));
    // The next write receives the error.
    this.#written.catch(() => undefined);
  }

  /** Creates the file, readable by its owner only. */
  static async create(file: string, compress?: Compression): Promise<AsideFile> {
    return new AsideFile(file, await open(file, 'wx', 0o600), compress);
  }

  /** Writes data. Resolves once there is room for more. */
  async write(data: string | Uint8Array): Promise<void> {
    try {
      if (this.#input.destroyed) await this.#written;
      if (!this.#input.write(data)) await Promise.race([once(this.#input, 'drain'), this.#written]);
    } catch (error) {
      throw writeError(this.file, await this.#cause(error));
    }
  }

  /** Completes the file and waits until it is on disk. */
  async complete(): Promise<AsideFileSummary> {
    try {
      this.#input.end();
      await this.#written;
      await this.#handle.sync();
      await this.#handle.close();
    } catch (error) {
      throw writeError(this.file, error);
    }
    return { sha256: this.#hash.digest('hex'), bytes: this.#bytes };
  }

  /** Closes and removes the file. Has no effect on a file that was published. */
  async discard(): Promise<void> {
    this.#input.destroy();
    await this.#written.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await unlink(this.file).catch(() => undefined);
  }

  async #store(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      this.#bytes += chunk.length;
      await this.#handle.appendFile(chunk);
    }
  }

  /** The error of the disk, rather than that of the stream that it closed. */
  async #cause(error: unknown): Promise<unknown> {
    try {
      if (this.#input.destroyed) await this.#written;
    } catch (cause) {
      return cause;
    }
    return error;
  }
}
