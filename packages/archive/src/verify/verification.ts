/** What a verification reports. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * What does not match:
 * - `missing`: a file that a certificate or a record names does not exist;
 * - `size`, `digest`: a file or record has another size or SHA-256;
 * - `chain`: a certificate does not continue the chain;
 * - `manifest`: the manifest is damaged or does not fit the certificates;
 * - `records`: the records of a unit are not those that its certificate counts;
 * - `unreadable`: a file or line cannot be read or parsed;
 * - `unexpected`: no certificate or record names the file.
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
  /** Files that were read, with the contents of file records. */
  readonly files: number;
  /** Bytes on disk that were read. */
  readonly bytes: number;
}

/** Options of `verifyArchive`. */
export interface VerifyOptions {
  /** Receives the progress after each file. */
  readonly onProgress?: ((progress: VerificationProgress) => void) | undefined;
  /** Stops the verification; the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Digest of a certificate that you noted elsewhere, for example `head` of an earlier verification. It must be in the chain. Without it,
   * the removal of the newest certificates, with a manifest that was rewritten to fit, cannot be found.
   */
  readonly knownHead?: string | undefined;
}

/** Result of `verifyArchive`. */
export interface VerificationResult {
  /** Whether everything matches. */
  readonly ok: boolean;
  /** Number of certificates. */
  readonly certificates: number;
  /** Number of records that were read. */
  readonly records: number;
  /** Number of files that were read, with the contents of file records. */
  readonly files: number;
  /** Digest of the last certificate. Note it elsewhere, and pass it as `knownHead` later. Null if there is none. */
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
}

const MAX_REPORTED = 1000;

/** State of a verification. */
export class Verification {
  readonly dir: string;
  readonly signal: AbortSignal | undefined;
  readonly problems: VerificationProblem[] = [];
  readonly leftovers: string[] = [];
  /** Paths of the manifest, certificates and files of records that could not be read completely. They may name files that are unexpected. */
  readonly unread: Set<string> = new Set();
  omittedProblems = 0;
  certificates = 0;
  totalCertificates: number | null = null;
  records = 0;
  files = 0;
  bytes = 0;
  readonly #onProgress: VerifyOptions['onProgress'];
  readonly #database: DatabaseSync;
  readonly #add: StatementSync;
  readonly #find: StatementSync;

  /** @param database - An empty database for the paths that are expected, so that memory does not grow with their number. */
  constructor(dir: string, options: VerifyOptions, database: DatabaseSync) {
    this.dir = dir;
    this.signal = options.signal;
    this.#onProgress = options.onProgress;
    this.#database = database;
    database.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE expected (path TEXT PRIMARY KEY) WITHOUT ROWID; BEGIN',
    );
    this.#add = database.prepare('INSERT OR IGNORE INTO expected (path) VALUES (?)');
    this.#find = database.prepare('SELECT 1 FROM expected WHERE path = ?');
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

  /** Adds a problem with a file of which some content could not be read. */
  reportUnread(problem: VerificationProblem): void {
    this.unread.add(problem.path);
    this.report(problem);
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

  /** Reports progress, and throws if the verification was aborted. */
  progress(): void {
    this.signal?.throwIfAborted();
    const { certificates, totalCertificates, records, files, bytes } = this;
    this.#onProgress?.({ certificates, totalCertificates, records, files, bytes });
  }

  /** Removes the list of expected paths. */
  close(): void {
    this.#database.close();
  }
}
