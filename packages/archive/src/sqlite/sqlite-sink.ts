import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '@parlance/schemas/kit';
import { ArchiveError } from '../archive-error.js';
import type { ArchiveRecord, RecordKind, RecordOf } from '../records/archive-record.js';
import type { Unit } from '../certificates/extent.js';
import type { OpenSink, Sink, SinkContext, UnitWriter } from '../sinks/sink.js';
import { probeFile } from '../sinks/probe-path.js';
import { withStates } from '../sinks/with-states.js';
import { databaseError, isBusy, openForWriting } from './archive-database.js';
import { readFileText, type ExtractText } from '../text/file-text.js';
import { StagedRecords } from './staged-records.js';
import { RecordStatements } from './write-unit.js';

/** How long to wait before another attempt while another process commits. */
const BUSY_DELAY_MS = 100;

/** Options of {@link sqlite}. */
export interface SqliteOptions {
  /** Path of the database. It is created if it is missing. Keep it outside the folder of `ndjson`. */
  file: string;
  /** Kinds of records to write. Default: all. */
  kinds?: readonly RecordKind[] | undefined;
  /**
   * Reads the text of files that are not plain text, to be searched too. Files of the types text, Markdown, CSV, JSON and HTML are read without it.
   * Pass the same function to `searchArchive`, which compares hits with the archive. Default: other files are not searched.
   */
  extract?: ExtractText | undefined;
}

/**
 * Writes records to a SQLite database with full-text search, for `searchArchive`, the `sqlite3` shell and everything that reads SQLite. There
 * is a table or view for each kind of record, with the latest record of each id: columns for what queries need, and `body` with the whole object.
 * `chats` and `messages` are what the newest state of each chat consists of, with its `presence`; earlier ones are in `chat_revisions`,
 * `message_revisions` and `snapshots`.
 *
 * A unit is committed in one transaction, together with its row in the table `units`. If the export also writes an archive, a run first copies
 * from it what the database lacks, so that the sink can be added later, and the file can be deleted to be built again.
 *
 * @throws {ConfigError} On opening, when the file cannot be written, or belongs to another export or program.
 */
export function sqlite(options: SqliteOptions): Sink {
  const { file, kinds } = options;
  if (typeof file !== 'string' || file === '')
    throw new ConfigError('file', '`file` must be the path of a database, e.g. `./archive.db`');
  return {
    name: 'sqlite',
    ...(kinds && { kinds: withStates(kinds) }),
    open: (context) => SqliteWriter.open(options, context),
    probe: () => probeFile('file', file),
    disk: ({ bytes }) => ({ bytes: bytes * SHARE, files: 1 }),
  };
}

/** Size of the database, relative to the records as JSON, as measured. */
const SHARE = 2;

/** Commits units one after the other, over one connection. */
class SqliteWriter implements OpenSink {
  readonly #file: string;
  readonly #signal: AbortSignal;
  readonly #database: DatabaseSync;
  readonly #statements: RecordStatements;
  readonly #texts: FileTexts;
  readonly #staged: StagedRecords;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    { file, extract }: SqliteOptions,
    { signal, openFile }: SinkContext,
    database: DatabaseSync,
    staged: StagedRecords,
  ) {
    this.#file = file;
    this.#signal = signal;
    this.#database = database;
    this.#statements = new RecordStatements(database);
    this.#texts = new FileTexts(database, openFile, extract);
    this.#staged = staged;
  }

  static async open(options: SqliteOptions, context: SinkContext): Promise<SqliteWriter> {
    try {
      const database = await openForWriting(options.file, context.exportName);
      return new SqliteWriter(options, context, database, await StagedRecords.create());
    } catch (error) {
      if (!ArchiveError.is(error) || error.code === 'archive_newer') throw error;
      throw new ConfigError('file', `\`file\` must be a database that can be written to: ${error.message}`, {
        cause: error,
      });
    }
  }

  has(unit: Pick<Unit, 'name' | 'revision'>): boolean {
    return this.#statements.hasUnit(unit);
  }

  async begin(unit: Unit): Promise<UnitWriter> {
    const writer = this.#staged.begin();
    let records = 0;
    let committed: Promise<null> | undefined;
    return {
      write: async (batch: readonly ArchiveRecord[]) => {
        this.#use(() => this.#staged.add(writer, records + 1, batch));
        records += batch.length;
      },
      commit: () => (committed ??= this.#enqueue(() => this.#commit(unit, writer, records))),
      abort: async () => this.#use(() => this.#staged.remove(writer)),
    };
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    this.#staged.close();
    this.#database.close();
  }

  /** A transaction belongs to the connection, so that only one runs at a time. */
  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #commit(unit: Unit, writer: number, records: number): Promise<null> {
    await this.#beginTransaction();
    try {
      this.#statements.replaceUnit(unit);
      for (const step of this.#staged.steps(writer)) {
        for (const record of step) this.#statements.upsert(unit, record);
        for (const record of step.filter(isFile)) await this.#texts.add(record);
        await nextTurn();
      }
      this.#statements.applySnapshots(unit);
      this.#statements.commitUnit(unit, records);
      this.#database.exec('COMMIT');
    } catch (error) {
      // SQLite has rolled back by itself after some errors, for example when the disk is full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw databaseError(this.#file, error);
    }
    this.#staged.remove(writer);
    return null;
  }

  async #beginTransaction(): Promise<void> {
    for (;;) {
      try {
        this.#database.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error)) throw databaseError(this.#file, error);
      }
      await delay(BUSY_DELAY_MS, undefined, { signal: this.#signal });
    }
  }

  #use(action: () => void): void {
    try {
      action();
    } catch (error) {
      throw databaseError(this.#file, error);
    }
  }
}

function isFile(record: ArchiveRecord): record is RecordOf<'file'> {
  return record.kind === 'file';
}

/** Writes the texts of files, each content once. */
class FileTexts {
  readonly #openFile: SinkContext['openFile'];
  readonly #extract: ExtractText | undefined;
  readonly #known: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync, openFile: SinkContext['openFile'], extract: ExtractText | undefined) {
    this.#openFile = openFile;
    this.#extract = extract;
    this.#known = database.prepare('SELECT 1 FROM file_texts WHERE sha256 = ?');
    this.#insert = database.prepare('INSERT INTO file_texts (sha256, text, problem) VALUES (?, ?, ?)');
  }

  async add(record: RecordOf<'file'>): Promise<void> {
    const { sha256 } = record.body;
    if (this.#known.get(sha256) !== undefined) return;
    const open = () => this.#openFile?.(record) ?? null;
    const found = await readFileText(record.body, open, this.#extract);
    const [text, problem] = 'text' in found ? [found.text, null] : [null, found.problem];
    this.#insert.run(sha256, text, problem);
  }
}
