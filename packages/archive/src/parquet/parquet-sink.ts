import { ConfigError } from '@parlance/schemas/kit';
import type { ArchiveFolder } from '../folder/archive-folder.js';
import type { ArchiveRecord, RecordKind } from '../records/archive-record.js';
import { RECORD_TABLES, recordColumns, type ColumnValue } from '../records/record-columns.js';
import { readIfExists } from '../reader/read-chunks.js';
import { openFolder, probeFolder } from '../sinks/probe-path.js';
import type { Unit } from '../certificates/extent.js';
import type { OpenSink, Sink, SinkContext, UnitWriter } from '../sinks/sink.js';
import { withStates } from '../sinks/with-states.js';
import { unitPath } from '../sinks/unit-path.js';
import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer';
import type { AsideFile } from '../folder/aside-file.js';

/** Names the export that the files belong to. */
const OWNER_PATH = 'export.json';

/** Size of the files, relative to the records as JSON, as measured. */
const SHARE = 0.5;

/** Options of {@link parquet}. */
export interface ParquetOptions {
  /** Folder of the files. It is created if it is missing. Keep it outside the folder of `ndjson`. */
  dir: string;
  /** Kinds of records to write. Default: all. */
  kinds?: readonly RecordKind[] | undefined;
}

/**
 * Writes records to Parquet files, for DuckDB, Spark, pandas and other analytics. There is a folder for each kind of record, with a file for
 * each revision of a unit: `messages/000001.parquet`. Columns are those of `sqlite`; times are timestamps, `body` is JSON.
 *
 * Files contain everything that was ever archived. The state of a chat is its row in `snapshots` with the highest `number`: `chat` is the digest of
 * its row in `chats`, and `contents` the id of its row in `contents`, whose `body` lists the digests of its messages. Of other kinds, the latest
 * record of an id is the one with the highest `revision`.
 *
 * @throws {ConfigError} On opening, when the folder cannot be written to or has the files of another export.
 */
export function parquet(options: ParquetOptions): Sink {
  const { dir, kinds } = options;
  if (typeof dir !== 'string' || dir === '')
    throw new ConfigError('dir', '`dir` must be the path of a folder, e.g. `./parquet`');
  return {
    name: 'parquet',
    ...(kinds && { kinds: withStates(kinds) }),
    open: (context) => openParquet(dir, context),
    probe: () => probeFolder('dir', dir),
    // A revision has a file for each of about three kinds.
    disk: ({ bytes, revisions }) => ({ bytes: bytes * SHARE, files: revisions * 3 + 1 }),
  };
}

async function openParquet(dir: string, context: SinkContext): Promise<OpenSink> {
  const folder = await openFolder(dir);
  await claimFolder(folder, context.exportName);
  const writers = new Set<ParquetUnit>();
  return {
    async begin(unit) {
      const writer = new ParquetUnit(folder, unit);
      writers.add(writer);
      return writer;
    },
    async close() {
      for (const writer of writers) await writer.abort();
      writers.clear();
    },
  };
}

/** Names the export in the folder. Two exports in one folder would replace each other's files. */
async function claimFolder(folder: ArchiveFolder, exportName: string): Promise<void> {
  const owner = `${JSON.stringify({ export: exportName })}\n`;
  const found = await readIfExists(folder.resolve(OWNER_PATH), { path: OWNER_PATH });
  if (found === undefined) await folder.writeFile(OWNER_PATH, owner);
  else if (found.toString('utf8') !== owner)
    throw new ConfigError(
      'dir',
      `\`dir\` must be a folder of its own: ${folder.dir} has the files of another export, see its ${OWNER_PATH}`,
    );
}

/** Writes one revision of a unit: a file for each kind of record in it. */
class ParquetUnit implements UnitWriter {
  readonly #folder: ArchiveFolder;
  readonly #unit: Unit;
  readonly #files = new Map<RecordKind, ParquetFile>();
  #committed: Promise<null> | undefined;

  constructor(folder: ArchiveFolder, unit: Unit) {
    this.#folder = folder;
    this.#unit = unit;
    // Refuses names that could leave the folder.
    unitPath(unit);
  }

  async write(records: readonly ArchiveRecord[]): Promise<void> {
    for (const record of records) await (await this.#fileOf(record.kind)).add(record);
  }

  commit(): Promise<null> {
    this.#committed ??= this.#commit();
    return this.#committed;
  }

  async abort(): Promise<void> {
    for (const { aside } of this.#files.values()) await aside.discard();
  }

  async #fileOf(kind: RecordKind): Promise<ParquetFile> {
    let file = this.#files.get(kind);
    if (file === undefined) {
      file = new ParquetFile(await this.#folder.createFile(this.#pathOf(kind)), this.#unit, kind);
      this.#files.set(kind, file);
    }
    return file;
  }

  async #commit(): Promise<null> {
    for (const file of this.#files.values()) await file.complete();
    for (const kind of Object.keys(RECORD_TABLES) as RecordKind[]) {
      const file = this.#files.get(kind);
      // An earlier attempt may have published records of a kind that this one does not have.
      if (file === undefined) await this.#folder.removeFile(this.#pathOf(kind));
      else await this.#folder.publish(file.aside.file, this.#pathOf(kind));
    }
    return null;
  }

  #pathOf(kind: RecordKind): string {
    return `${RECORD_TABLES[kind].table}/${unitPath(this.#unit).replace(/^(?:activities|chats)\//, '')}.parquet`;
  }
}

/** Bounds of a row group, which is kept in memory until it is written. */
const MAX_GROUP_ROWS = 10_000;
const MAX_GROUP_CHARACTERS = 8_388_608;

type CellValue = ColumnValue | bigint | Date | object;

/** Writes the records of one kind to a file, one row group after the other. */
class ParquetFile {
  readonly aside: AsideFile;
  readonly #unit: Unit;
  readonly #columns: readonly { name: string; type: BasicType; nullable: boolean }[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #rows: Readonly<Record<string, CellValue>>[] = [];
  #characters = 0;

  constructor(aside: AsideFile, unit: Unit, kind: RecordKind) {
    this.aside = aside;
    this.#unit = unit;
    this.#columns = columnsOf(kind);
    const schema = schemaFromColumnData({
      columnData: this.#columns.map((column) => ({ ...column, data: [] })),
    });
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, createdBy: '@parlance/archive' });
  }

  /** Adds a record. Resolves once there is room for more. */
  async add(record: ArchiveRecord): Promise<void> {
    const columns = recordColumns(record);
    const row: Record<string, CellValue> = {
      id: record.id.toWellFormed(),
      unit: this.#unit.name,
      revision: BigInt(this.#unit.revision),
      digest: record.digest,
      body: record.body,
    };
    if (record.number !== undefined) row['number'] = BigInt(record.number);
    for (const [name, value] of Object.entries(columns)) row[name] = cell(name, value);
    this.#rows.push(row);
    this.#characters += JSON.stringify(record.body).length;
    if (this.#rows.length >= MAX_GROUP_ROWS || this.#characters >= MAX_GROUP_CHARACTERS)
      await this.#writeGroup();
  }

  /** Writes what is left, and waits until the file is on disk. */
  async complete(): Promise<void> {
    if (this.#rows.length > 0) await this.#writeGroup();
    await this.#writer.finish();
    await this.#flush();
    await this.aside.complete();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    await this.#writer.write({
      columnData: this.#columns.map((column) => ({
        ...column,
        data: rows.map((row) => row[column.name] ?? null),
        offsetIndex: false,
      })),
      rowGroupSize: rows.length,
    });
    await this.#flush();
  }

  /** Moves the bytes that were encoded to the file. */
  async #flush(): Promise<void> {
    await this.aside.write(this.#bytes.getBytes().slice());
    this.#bytes.index = 0;
  }
}

function columnsOf(kind: RecordKind): { name: string; type: BasicType; nullable: boolean }[] {
  const own = Object.keys(RECORD_TABLES[kind].columns);
  return [
    { name: 'id', type: 'STRING', nullable: false },
    ...(kind === 'snapshot' ? [{ name: 'number', type: 'INT64' as const, nullable: false }] : []),
    ...own.map((name) => ({ name, type: columnType(name), nullable: true })),
    { name: 'unit', type: 'STRING', nullable: false },
    { name: 'revision', type: 'INT64', nullable: false },
    { name: 'digest', type: 'STRING', nullable: false },
    { name: 'body', type: 'JSON', nullable: false },
  ];
}

function columnType(name: string): BasicType {
  if (name.endsWith('_at')) return 'TIMESTAMP';
  return name === 'size_bytes' ? 'INT64' : 'STRING';
}

function cell(name: string, value: ColumnValue): CellValue {
  if (typeof value === 'number') return BigInt(value);
  if (value === null || columnType(name) !== 'TIMESTAMP') return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
