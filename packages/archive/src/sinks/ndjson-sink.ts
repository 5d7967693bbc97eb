import { ConfigError } from '@parlance/schemas/kit';
import type { ArchiveFolder } from '../folder/archive-folder.js';
import type { AsideFile, Compression } from '../folder/aside-file.js';
import { findManifest } from '../reader/read-certificates.js';
import type { ArchiveRecord } from '../records/archive-record.js';
import { openFolder } from './open-folder.js';
import type { OpenSink, Sink, SinkContext, Unit, UnitWriter, WrittenFile } from './sink.js';
import { unitPath } from './unit-path.js';

/** Characters that are passed to the file at once. */
const WRITE_SIZE = 65_536;

/** Options of {@link ndjson}. */
export interface NdjsonOptions {
  /** Folder of the archive. It is created if it is missing, and readable by its owner only. */
  dir: string;
  /** Compresses the files of records. Default: not compressed. `zstd` makes chats some five times smaller. */
  compress?: Compression | undefined;
}

/**
 * Writes an archive to a folder, in files with one JSON object per line. It always has all records, because certificates count them; the
 * sources of the export decide what is read. `openArchive` reads it, `verifyArchive` verifies it, and so do
 * `jq`, `zstd` and `sha256sum`.
 *
 * Files are written aside, synced and renamed, so that a file is complete or does not exist, even after `kill -9` or a power failure.
 *
 * @throws {ConfigError} On opening, when the folder cannot be written to or has the archive of another export.
 */
export function ndjson(options: NdjsonOptions): Sink {
  const { dir, compress } = options;
  if (typeof dir !== 'string' || dir === '')
    throw new ConfigError('dir', '`dir` must be the path of a folder, e.g. `./archive`');
  if (compress !== undefined && compress !== 'zstd')
    throw new ConfigError('compress', '`compress` must be `zstd`, or left out');
  return { name: 'ndjson', open: (context) => openNdjson(options, context) };
}

async function openNdjson(options: NdjsonOptions, context: SinkContext): Promise<OpenSink> {
  const folder = await openFolder(options.dir);
  await checkOwner(folder, context.exportName);
  const writers = new Set<NdjsonWriter>();
  return {
    archive: folder,
    async begin(unit) {
      const writer = await NdjsonWriter.create({ folder, unit, compress: options.compress });
      writers.add(writer);
      return writer;
    },
    async close() {
      for (const writer of writers) await writer.abort();
      writers.clear();
    },
  };
}

/** Two exports in one folder would replace each other's files. */
async function checkOwner({ dir }: ArchiveFolder, exportName: string): Promise<void> {
  const manifest = await findManifest(dir);
  if (manifest !== undefined && manifest.export !== exportName)
    throw new ConfigError(
      'dir',
      `\`dir\` must be a folder of its own: ${dir} has the archive of the export \`${manifest.export}\``,
    );
}

/** Writes one revision of a unit to a file. */
class NdjsonWriter implements UnitWriter {
  readonly #folder: ArchiveFolder;
  readonly #path: string;
  readonly #compress: Compression | undefined;
  readonly #aside: AsideFile;
  /** Lines that are not passed to the file yet. */
  #lines = '';
  #records = 0;
  #committed: Promise<readonly WrittenFile[]> | undefined;

  private constructor(options: {
    folder: ArchiveFolder;
    path: string;
    compress?: Compression | undefined;
    aside: AsideFile;
  }) {
    this.#folder = options.folder;
    this.#path = options.path;
    this.#compress = options.compress;
    this.#aside = options.aside;
  }

  static async create(options: {
    folder: ArchiveFolder;
    unit: Unit;
    compress?: Compression | undefined;
  }): Promise<NdjsonWriter> {
    const path = `${unitPath(options.unit)}.ndjson`;
    const aside = await options.folder.createFile(path, options.compress);
    return new NdjsonWriter({ ...options, path, aside });
  }

  async write(records: readonly ArchiveRecord[]): Promise<void> {
    for (const record of records) {
      this.#lines += `${JSON.stringify(record)}\n`;
      if (this.#lines.length >= WRITE_SIZE) await this.#flush();
    }
    this.#records += records.length;
  }

  commit(): Promise<readonly WrittenFile[]> {
    this.#committed ??= this.#commit();
    return this.#committed;
  }

  async abort(): Promise<void> {
    await this.#aside.discard();
  }

  async #flush(): Promise<void> {
    const lines = this.#lines;
    if (lines === '') return;
    this.#lines = '';
    await this.#aside.write(lines);
  }

  async #commit(): Promise<readonly WrittenFile[]> {
    await this.#flush();
    const compressed = `${this.#path}.zst`;
    const [path, other] = this.#compress === 'zstd' ? [compressed, this.#path] : [this.#path, compressed];
    const { sha256, bytes } = await this.#aside.complete();
    const isEmpty = this.#records === 0;
    // An attempt that was killed after it renamed its file may have written other records, or compressed them otherwise.
    if (isEmpty) await this.#folder.removeFile(path);
    else await this.#folder.publish(this.#aside.file, path);
    await this.#folder.removeFile(other);
    if (isEmpty) await this.#aside.discard();
    return isEmpty ? [] : [{ path, sha256, bytes, records: this.#records }];
  }
}
