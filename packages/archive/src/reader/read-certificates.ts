import path from 'node:path';
import { ArchiveError, damaged } from '../archive-error.js';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import { sha256 } from '../certificates/digest.js';
import { certificatePosition, MANIFEST_PATH, type CertificatePosition } from '../certificates/sealed-file.js';
import { parseCertificate, parseManifest } from './parse-manifest.js';
import { readIfExists } from './read-chunks.js';
import { readLines } from './read-lines.js';
import type { Replacements } from './replacements.js';
import { SegmentReader } from './segment-reader.js';

/**
 * Reads the manifest of an archive.
 *
 * @throws {ArchiveError} When the folder is not an archive, or the manifest is damaged or of another release.
 */
export async function readManifest(dir: string): Promise<Manifest> {
  const manifest = await findManifest(dir);
  if (manifest !== undefined) return manifest;
  throw new ArchiveError(
    'archive_missing',
    { path: dir },
    'is not an archive: it does not have a manifest.json.',
  );
}

/**
 * Reads the manifest of a folder. Returns undefined if the folder is not an archive.
 *
 * @throws {ArchiveError} When the manifest is damaged or of another release.
 */
export async function findManifest(dir: string): Promise<Manifest | undefined> {
  const bytes = await readIfExists(path.join(dir, MANIFEST_PATH), { path: MANIFEST_PATH });
  return bytes && parseManifest(bytes.toString('utf8'));
}

/** Where the line of a certificate is, to read it again. */
export interface CertificatePlace extends CertificatePosition {
  /** Position in the chain, from 1. */
  readonly sequence: number;
  /** Where its line starts in the file, in bytes. */
  readonly offset: number;
  /** Size of its line without the line feed. */
  readonly bytes: number;
}

/** A certificate, its digest, and where it is. */
export interface ReadCertificate {
  readonly certificate: Certificate;
  readonly digest: string;
  readonly place: CertificatePlace;
}

/**
 * Reads the certificates of a manifest in order, and checks that each names the one before.
 *
 * @throws {ArchiveError} When one is missing or damaged, or the chain is broken.
 */
export async function* readChain(
  dir: string,
  manifest: Manifest,
): AsyncGenerator<ReadCertificate, void, undefined> {
  let previous: string | null = null;
  for (let sequence = 1; sequence <= manifest.certificates;) {
    const first = sequence;
    const file = certificatePosition(first).path;
    for await (const read of readCertificateFile(dir, first)) {
      const { certificate, digest } = read;
      if (certificate.previous !== previous)
        throw damaged(
          certificatePosition(sequence),
          'does not continue the chain: the certificate before it was changed or replaced.',
        );
      previous = digest;
      yield read;
      sequence += 1;
      // More may be there: an export that is running, or was interrupted, names them later.
      if (sequence > manifest.certificates) break;
    }
    if (sequence <= manifest.certificates && certificatePosition(sequence).path === file)
      throw damaged(
        { path: file },
        `is damaged: it does not have the certificate ${sequence} of ${manifest.certificates}.`,
      );
  }
  if (previous !== manifest.head)
    throw damaged({ path: MANIFEST_PATH }, 'does not name the last certificate.');
}

/** Reads the certificates of one file. */
async function* readCertificateFile(
  dir: string,
  first: number,
): AsyncGenerator<ReadCertificate, void, undefined> {
  const { path: file } = certificatePosition(first);
  let sequence = first;
  let offset = 0;
  for await (const text of readLines(path.join(dir, file), file)) {
    const { line, path: expected } = certificatePosition(sequence);
    if (expected !== file) throw damaged({ path: file }, 'has too many lines.');
    const bytes = Buffer.byteLength(text);
    const place = { path: file, line, sequence, offset, bytes };
    yield { ...parseInPlace(text, place), place };
    offset += bytes + 1;
    sequence += 1;
  }
}

/**
 * Reads certificates again, with the extents that their records are in now.
 *
 * @throws {ArchiveError} When one is damaged, or is that of another position in the chain.
 */
export async function* readCertificatesAt(
  dir: string,
  places: Iterable<CertificatePlace>,
  replacements: Replacements,
): AsyncGenerator<Certificate, void, undefined> {
  const reader = new SegmentReader(dir);
  try {
    for (const place of places) {
      const text = (await reader.read(place)).toString('utf8');
      yield replacements.apply(parseInPlace(text, place).certificate);
    }
  } finally {
    await reader.close();
  }
}

/** Parses the certificate of a position in the chain. */
export function parseInPlace(
  text: string,
  { path: file, line, sequence }: CertificatePosition & Pick<CertificatePlace, 'sequence'>,
): Pick<ReadCertificate, 'certificate' | 'digest'> {
  const certificate = parseCertificate(text, { path: file, line });
  if (certificate.sequence !== sequence)
    throw damaged({ path: file, line }, `has the certificate ${certificate.sequence}.`);
  return { certificate, digest: sha256(text) };
}
