/** What a verification reports. */
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Certificate } from '../certificates/certificate.js';
import type { ErasedRecord } from '../records/archive-record.js';
import { SegmentReader } from '../reader/segment-reader.js';

/**
 * What does not match:
 * - `missing`: a file that a certificate or a record names does not exist, or a certificate;
 * - `size`, `digest`: a file, a part of it or a record has another size or SHA-256;
 * - `chain`: a certificate does not continue the chain;
 * - `manifest`: the manifest is damaged or does not fit the certificates;
 * - `records`: the records of a unit are not those that its certificate counts;
 * - `unreadable`: a file or line cannot be read or parsed;
 * - `unexpected`: no certificate or record names the file, or a part of it.
 */
export type VerificationRule =
  'missing' | 'size' | 'digest' | 'chain' | 'manifest' | 'records' | 'unreadable' | 'unexpected';

/** Something in an archive that does not match its certificates. */
export interface VerificationProblem {
  /** Path of the file in the archive, with `/` between the parts. */
  readonly path: string;
  /** The record, if the problem is about one. */
  readonly record?: { readonly kind: string; readonly id: string } | undefined;
  /** What does not match. */
  readonly rule: VerificationRule;
  /** Describes the problem, with the path, the line and the digests. */
  readonly message: string;
}

/** Progress of a verification. */
export interface VerificationProgress {
  /** Certificates that were verified. */
  readonly certificates: number;
  /** Certificates of the archive; null if the manifest cannot be read. */
  readonly totalCertificates: number | null;
  /** Records that were read. */
  readonly records: number;
  /** Segments and contents of file records that were read. */
  readonly files: number;
  /** Bytes on disk that were read. */
  readonly bytes: number;
}

/** Options of `verifyArchive`. */
export interface VerifyOptions {
  /** Receives the progress. */
  readonly onProgress?: ((progress: VerificationProgress) => void) | undefined;
  /** Stops the verification; the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Digest of a certificate that you noted elsewhere, for example `head` of an earlier verification. It must be in the chain. Without it,
   * the removal of the newest certificates, with a manifest that was rewritten to fit, cannot be found.
   */
  readonly knownHead?: string | undefined;
  /**
   * Digest of a certificate that you noted elsewhere when everything up to it was verified. The chain is verified as a whole, and of the
   * records only those that were sealed since. Default: all.
   */
  readonly since?: string | undefined;
  /** Id of a chat. The chain is verified as a whole, and of the records only those of the chat. Default: all. */
  readonly chat?: string | undefined;
  /** Share of the revisions whose records are verified, chosen at random: more than 0, at most 1. Default: 1. */
  readonly sample?: number | undefined;
}

/** Result of `verifyArchive`. */
export interface VerificationResult {
  /** Whether everything that was verified matches. */
  readonly ok: boolean;
  /** Whether everything was verified: false with one of the options that select records. */
  readonly isComplete: boolean;
  /** Number of certificates. */
  readonly certificates: number;
  /** Number of records that were read. */
  readonly records: number;
  /** Number of segments and contents of file records that were read. */
  readonly files: number;
  /** Digest of the last certificate. Note it elsewhere, and pass it as `knownHead` later. Null without certificates. */
  readonly head: string | null;
  /** The first 1,000 problems. */
  readonly problems: readonly VerificationProblem[];
  /** Number of further problems. */
  readonly omittedProblems: number;
  /**
   * Paths of intact contents in the folder `files` that no record names, the first 1,000. A run that was interrupted had saved them, and
   * their chats were deleted before it was resumed. They can be removed.
   */
  readonly leftovers: readonly string[];
  /** The first 1,000 records that were erased: their contents are not part of the archive any more, and their digests are. */
  readonly erased: readonly VerificationErasure[];
}

/** A record that was erased. */
export interface VerificationErasure {
  /** Path of the segment, with `/` between the parts. */
  readonly path: string;
  /** What is left of the record. */
  readonly record: ErasedRecord;
  /** Says what was erased, when, and what required it. */
  readonly message: string;
}

/** An extent that a certificate names. */
export interface ExpectedExtent {
  readonly path: string;
  readonly start: number;
  readonly bytes: number;
  readonly sequence: number;
}

const MAX_REPORTED = 1000;

/** State of a verification. */
export class Verification {
  readonly dir: string;
  readonly signal: AbortSignal | undefined;
  readonly problems: VerificationProblem[] = [];
  readonly leftovers: string[] = [];
  readonly erased: VerificationErasure[] = [];
  /** Paths of the manifest, and of files of certificates and records that could not be read completely. They may name files that are unexpected. */
  readonly unread: Set<string> = new Set();
  /** Paths of segments that are missing or cannot be opened. */
  readonly lost: Set<string> = new Set();
  omittedProblems = 0;
  certificates = 0;
  totalCertificates: number | null = null;
  records = 0;
  files = 0;
  bytes = 0;
  /** Whether everything is verified. */
  readonly isComplete: boolean;
  readonly segments: SegmentReader;
  readonly #onProgress: VerifyOptions['onProgress'];
  readonly #database: DatabaseSync;
  readonly #add: StatementSync;
  readonly #find: StatementSync;
  readonly #seen: Set<string> = new Set();
  readonly #addExtent: StatementSync;
  readonly #revise: StatementSync;

  /** @param database - An empty database for the paths and extents that are expected, so that memory does not grow with their number. */
  constructor(dir: string, options: VerifyOptions, database: DatabaseSync) {
    this.dir = dir;
    this.signal = options.signal;
    this.isComplete =
      options.since === undefined && options.chat === undefined && (options.sample ?? 1) === 1;
    this.segments = new SegmentReader(dir);
    this.#onProgress = options.onProgress;
    this.#database = database;
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE expected (path TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE extents (path TEXT, start INTEGER, bytes INTEGER, sequence INTEGER,
        PRIMARY KEY (path, start, sequence)) WITHOUT ROWID;
      CREATE TABLE units (name TEXT PRIMARY KEY, revision INTEGER) WITHOUT ROWID;
      BEGIN`,
    );
    this.#add = database.prepare('INSERT OR IGNORE INTO expected (path) VALUES (?)');
    this.#find = database.prepare('SELECT 1 FROM expected WHERE path = ?');
    this.#addExtent = database.prepare('INSERT OR IGNORE INTO extents VALUES (?, ?, ?, ?)');
    this.#revise = database.prepare(
      `INSERT INTO units VALUES (?, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision
      WHERE units.revision < excluded.revision RETURNING revision`,
    );
  }

  /** Returns the absolute path of a file of the archive. */
  pathOf(file: string): string {
    return join(this.dir, file);
  }

  /** Adds a problem. */
  report(problem: VerificationProblem): void {
    if (this.problems.length < MAX_REPORTED) this.problems.push(problem);
    else this.omittedProblems += 1;
  }

  /** Adds the path of a content that no record names. */
  reportLeftover(path: string): void {
    if (this.leftovers.length < MAX_REPORTED) this.leftovers.push(path);
  }

  /** Adds a record that was erased. */
  reportErased(record: ErasedRecord, path: string): void {
    const { kind, id, erased } = record;
    const message = `The ${kind} ${id} was erased on ${erased.at} under ${erased.under}.`;
    if (this.erased.length < MAX_REPORTED) this.erased.push({ path, record, message });
  }

  /** Adds a problem with a file of which some content could not be read. */
  reportUnread(problem: VerificationProblem): void {
    this.unread.add(problem.path);
    this.report(problem);
  }

  /** Ends a message about something that is not named. */
  get unnamedBy(): string {
    const [first, ...others] = this.unread;
    if (first === undefined)
      return 'any certificate or record. An interrupted export leaves such data, and removes or blanks it when it resumes.';
    const readable = 'any certificate or record that could be read.';
    if (others.length === 0) return `${readable} It may be named by ${first}, which is damaged or missing.`;
    return `${readable} It may be named by ${first} or ${others.length} more, which are damaged or missing.`;
  }

  /** Number of problems so far. */
  get problemCount(): number {
    return this.problems.length + this.omittedProblems;
  }

  /** Notes that a file is part of the archive. Returns whether this is new. */
  expect(path: string): boolean {
    return this.#add.run(path).changes === 1;
  }

  /** Returns whether a file is part of the archive. */
  isExpected(path: string): boolean {
    return this.#find.get(path) !== undefined;
  }

  /** Notes the revision of a unit. Returns false if that or a later one was noted. */
  revise({ unit }: Certificate): boolean {
    return this.#revise.get(unit.name, unit.revision) !== undefined;
  }

  /** Notes that a segment was read. */
  sawSegment(path: string): void {
    if (this.#seen.has(path)) return;
    this.#seen.add(path);
    this.files += 1;
  }

  /** Notes the extents of a certificate. */
  expectExtents({ extents, sequence }: Certificate): void {
    for (const { path, offset, bytes } of extents) {
      this.expect(path);
      this.#addExtent.run(path, offset, bytes, sequence);
    }
  }

  /** Iterates over all extents that were noted, by segment and offset. */
  extents(): Iterable<ExpectedExtent> {
    const rows = this.#database.prepare('SELECT * FROM extents ORDER BY path, start, sequence').iterate();
    // The columns of the table.
    return rows as Iterable<unknown> as Iterable<ExpectedExtent>;
  }

  /** Reports progress, and throws if the verification was aborted. */
  progress(): void {
    this.signal?.throwIfAborted();
    const { certificates, totalCertificates, records, files, bytes } = this;
    this.#onProgress?.({ certificates, totalCertificates, records, files, bytes });
  }

  /** Closes files and removes the lists of what is expected. */
  async close(): Promise<void> {
    await this.segments.close();
    this.#database.close();
  }
}
