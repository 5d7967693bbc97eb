import { readdir } from 'node:fs/promises';
import { ArchiveError } from '../archive-error.js';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import {
  CERTIFICATE_FOLDER,
  CERTIFICATES_PER_FILE,
  certificatePosition,
  MANIFEST_PATH,
} from '../certificates/sealed-file.js';
import { parseInPlace, readManifest, type ReadCertificate } from '../reader/read-certificates.js';
import { parseCertificate } from '../reader/parse-manifest.js';
import { listNumberedFiles, type NumberedFile } from '../folder/numbered-files.js';
import { errorCode } from '../folder/write-error.js';
import { readError } from '../reader/read-error.js';
import { readLines } from '../reader/read-lines.js';
import { Replacements } from '../reader/replacements.js';
import type { Verification } from './verification.js';

/** Reads the manifest. Returns null, and reports it, if it is missing or damaged. */
export async function verifyManifest(run: Verification): Promise<Manifest | null> {
  try {
    const manifest = await readManifest(run.dir);
    run.totalCertificates = manifest.certificates;
    return manifest;
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    const rule = error.code === 'archive_missing' ? 'missing' : 'manifest';
    const message = rule === 'missing' ? `${MANIFEST_PATH} is missing.` : error.message;
    run.reportUnread({ path: MANIFEST_PATH, rule, message });
    return null;
  }
}

/** Reads which certificates were replaced by later ones. Damage is not reported here, but when the chain is verified. */
export async function findReplacements(run: Verification): Promise<Replacements> {
  const replacements = new Replacements();
  for (const { path } of await certificateFiles(run))
    try {
      for await (const text of readLines(run.pathOf(path), path)) noteReplacing(run, text, replacements);
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
    }
  return replacements;
}

/** Lists the files of certificates that exist, in the order of their numbers. Files with other names are reported as unexpected later. */
async function certificateFiles(run: Verification): Promise<readonly NumberedFile[]> {
  const files = await listNumberedFiles((folder) => namesIn(run, folder), CERTIFICATE_FOLDER);
  return files.filter(({ path }) => path.endsWith('.ndjson'));
}

async function namesIn(run: Verification, folder: string): Promise<readonly string[]> {
  try {
    return await readdir(run.pathOf(folder));
  } catch (error) {
    const code = errorCode(error);
    // A file in place of a folder is reported as unexpected.
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw readError({ path: folder }, error);
  }
}

function noteReplacing({ totalCertificates }: Verification, text: string, replacements: Replacements): void {
  if (!text.includes('"replaces":')) return;
  const certificate = parseCertificate(text, { path: CERTIFICATE_FOLDER });
  // Certificates that the manifest does not count replace nothing.
  if (certificate.sequence <= (totalCertificates ?? Infinity)) replacements.note(certificate);
}

/** Options of {@link ChainCheck}. */
export interface ChainOptions {
  /** Digests of certificates that were noted elsewhere. */
  readonly known: ReadonlySet<string>;
  /** Verifies what a certificate certifies. */
  readonly verify: (certificate: Certificate, digest: string) => Promise<void>;
}

/** Reads all certificates. Verifies that each names the one before, and that the manifest names the last. Reads the files that exist, so a wrong count does no harm. */
export class ChainCheck {
  /** The known digests that were not found. */
  readonly missing: Set<string>;
  readonly #run: Verification;
  readonly #total: number;
  readonly #verify: ChainOptions['verify'];
  /** Position of the last certificate, readable or not. */
  #sequence = 0;
  /** Digest of the previous certificate; undefined if it could not be read, which was reported. */
  #previous: string | null | undefined = null;

  constructor(run: Verification, manifest: Manifest | null, { known, verify }: ChainOptions) {
    this.#run = run;
    this.#total = manifest?.certificates ?? Infinity;
    this.#verify = verify;
    this.missing = new Set(known);
  }

  /** Digest of the last certificate; null without certificates, or if it is damaged. */
  get head(): string | null {
    return this.#previous ?? null;
  }

  /** Reads the certificates. */
  async read(manifest: Manifest | null): Promise<void> {
    for (const { path, number } of await certificateFiles(this.#run)) {
      const first = (number - 1) * CERTIFICATES_PER_FILE + 1;
      if (first > this.#total || first <= this.#sequence) continue;
      if (first > this.#sequence + 1) this.#skip(first - 1);
      this.#run.expect(path);
      await this.#readFile(path);
    }
    if (manifest === null) return;
    if (this.#sequence < this.#total) this.#skip(this.#total);
    this.#checkHead(manifest);
  }

  async #readFile(path: string): Promise<void> {
    try {
      for await (const text of readLines(this.#run.pathOf(path), path)) {
        if (this.#sequence >= this.#total) {
          const message = `${path} has more certificates than the ${this.#total} that the manifest names. An interrupted export leaves them, and names them when it resumes.`;
          this.#run.report({ path, rule: 'unexpected', message });
          return;
        }
        await this.#readLine(path, text);
      }
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      this.#run.reportUnread({ path, rule: 'unreadable', message: error.message });
    }
  }

  async #readLine(path: string, text: string): Promise<void> {
    this.#sequence += 1;
    const read = this.#parse(path, text);
    if (read !== undefined) {
      this.#checkPrevious(read.certificate);
      this.missing.delete(read.digest);
      await this.#verify(read.certificate, read.digest);
    }
    this.#previous = read?.digest;
    this.#run.certificates = this.#sequence;
    this.#run.progress();
  }

  #parse(path: string, text: string): Pick<ReadCertificate, 'certificate' | 'digest'> | undefined {
    const sequence = this.#sequence;
    try {
      return parseInPlace(text, { path, line: certificatePosition(sequence).line, sequence });
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      this.#run.reportUnread({ path, rule: 'unreadable', message: error.message });
      return undefined;
    }
  }

  /** Reports missing certificates up to a position in the chain. */
  #skip(last: number): void {
    const first = this.#sequence + 1;
    const { path } = certificatePosition(first);
    const message =
      first === last
        ? `${path} does not have the certificate ${first}.`
        : `${path} does not have the certificates from ${first} on; expected them up to ${last}.`;
    this.#run.reportUnread({ path, rule: 'missing', message });
    this.#sequence = last;
    this.#previous = undefined;
  }

  #checkPrevious({ sequence, previous }: Certificate): void {
    if (this.#previous === undefined || previous === this.#previous) return;
    const { path, line } = certificatePosition(Math.max(1, sequence - 1));
    const message =
      `${path}, line ${line} has the digest ${this.#previous}; the certificate ${sequence} continues ${previous}. ` +
      'One of the two was changed or replaced.';
    this.#run.report({ path, rule: 'chain', message });
  }

  #checkHead(manifest: Manifest): void {
    if (this.#previous === undefined || manifest.head === this.#previous) return;
    const path =
      manifest.certificates === 0 ? MANIFEST_PATH : certificatePosition(manifest.certificates).path;
    const message = `${path} ends with the digest ${this.#previous}; the manifest names ${manifest.head} as the last certificate.`;
    this.#run.report({ path, rule: 'chain', message });
  }
}
