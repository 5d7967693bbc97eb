import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { ConfigError } from '@parlance/schemas/kit';
import { CERTIFICATES_PER_FILE } from '../certificates/sealed-file.js';
import { recordLine, sha256 } from '../certificates/digest.js';
import type { ArchiveFolder } from '../folder/archive-folder.js';
import { findManifest } from '../reader/read-certificates.js';
import type { ArchiveRecord } from '../records/archive-record.js';
import { openFolder, probeFolder } from './probe-path.js';
import { SEGMENT_BYTES, Segments, type Compression } from './segments.js';
import type { Extent } from '../certificates/extent.js';
import type { OpenSink, Sink, SinkContext, UnitWriter, WrittenUnit } from './sink.js';
import { unitPath } from './unit-path.js';

/** Characters of an extent, before compression. A longer line is an extent of its own. */
const EXTENT_SIZE = 1_048_576;

/** How much smaller zstd makes records, and the size of a certificate, as measured. */
const COMPRESSION = 5;
const CERTIFICATE_BYTES = 9_000;

const compressFrame = promisify(zstdCompress);

/** Options of {@link ndjson}. */
export interface NdjsonOptions {
  /** Folder of the archive. It is created if it is missing, and readable by its owner only. */
  dir: string;
  /** Compresses the segments. Default: not compressed. `zstd` makes chats some five times smaller. */
  compress?: Compression | undefined;
}

/**
 * Writes an archive to a folder, in files with one JSON object per line. It always has all records, because certificates count them; the
 * sources of the export decide what is read. `openArchive` reads it, `verifyArchive` verifies it, and so do
 * `jq`, `zstd` and `sha256sum`.
 *
 * Records are appended to segments, which many units share. They are synced before they are certified, so that what a certificate names is
 * complete, even after `kill -9` or a power failure. At the end of a run, what an interrupted attempt left in a segment is made blank.
 *
 * @throws {ConfigError} On opening, when the folder cannot be written to or has the archive of another export.
 */
export function ndjson(options: NdjsonOptions): Sink {
  const { dir, compress } = options;
  if (typeof dir !== 'string' || dir === '')
    throw new ConfigError('dir', '`dir` must be the path of a folder, e.g. `./archive`');
  if (compress !== undefined && compress !== 'zstd')
    throw new ConfigError('compress', '`compress` must be `zstd`, or left out');
  return {
    name: 'ndjson',
    open: (context) => openNdjson(options, context),
    probe: () => probeFolder('dir', dir),
    disk: ({ bytes, revisions }) => {
      const segments = bytes / (compress === undefined ? 1 : COMPRESSION);
      const files = segments / SEGMENT_BYTES + revisions / CERTIFICATES_PER_FILE;
      return { bytes: segments + revisions * CERTIFICATE_BYTES, files: Math.ceil(files) + 1 };
    },
  };
}

async function openNdjson({ dir, compress }: NdjsonOptions, context: SinkContext): Promise<OpenSink> {
  const folder = await openFolder(dir);
  await checkOwner(folder, context.exportName);
  const segments = new Segments(folder, compress);
  return {
    archive: folder,
    get segments() {
      return segments.paths;
    },
    async begin(unit) {
      // The name is not a path here. Other sinks, and the readers of certificates, use it as one.
      unitPath(unit);
      return new NdjsonWriter(segments, compress);
    },
    endRun: () => segments.endRun(),
    close: () => segments.end(),
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

/** Writes one revision of a unit to segments. */
class NdjsonWriter implements UnitWriter {
  readonly #segments: Segments;
  readonly #compress: Compression | undefined;
  readonly #extents: Extent[] = [];
  readonly #chats: [chat: string, first: number, last: number][] = [];
  /** Lines of the extent that is not written yet. */
  #lines: string[] = [];
  #characters = 0;
  #committed: Promise<WrittenUnit> | undefined;

  constructor(segments: Segments, compress: Compression | undefined) {
    this.#segments = segments;
    this.#compress = compress;
  }

  async write(records: readonly ArchiveRecord[]): Promise<void> {
    for (const record of records) {
      const line = `${recordLine(record)}\n`;
      if (this.#characters > 0 && this.#characters + line.length > EXTENT_SIZE) await this.#flush();
      this.#lines.push(line);
      this.#characters += line.length;
      this.#locate(record);
    }
  }

  commit(): Promise<WrittenUnit> {
    this.#committed ??= this.#commit();
    return this.#committed;
  }

  /** Extents that were written become blank at the end of the run. */
  abort(): Promise<void> {
    this.#lines = [];
    this.#characters = 0;
    return Promise.resolve();
  }

  /** A snapshot comes before the other records of its chat. */
  #locate(record: ArchiveRecord): void {
    const extent = this.#extents.length;
    if (record.kind === 'snapshot') this.#chats.push([record.id, extent, extent]);
    else {
      const chat = this.#chats.at(-1);
      if (chat !== undefined) chat[2] = extent;
    }
  }

  async #flush(): Promise<void> {
    const text = Buffer.from(this.#lines.join(''));
    const records = this.#lines.length;
    this.#lines = [];
    this.#characters = 0;
    if (records === 0) return;
    const data = this.#compress === 'zstd' ? await compressFrame(text) : text;
    const place = await this.#segments.append(data);
    this.#extents.push({ ...place, bytes: data.length, sha256: sha256(data), records });
  }

  async #commit(): Promise<WrittenUnit> {
    await this.#flush();
    if (this.#extents.length > 0) await this.#segments.sync(this.#extents);
    return { extents: this.#extents, chats: this.#chats };
  }
}
