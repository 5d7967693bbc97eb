import path from 'node:path';
import { ArchiveError } from '../archive-error.js';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import { sha256 } from '../certificates/digest.js';
import { certificatePath, MANIFEST_PATH } from '../certificates/sealed-file.js';
import { parseCertificate, parseManifest } from './parse-manifest.js';
import { readIfExists, readWhole } from './read-chunks.js';

/**
 * Reads the manifest of an archive.
 *
 * @throws {ArchiveError} When the folder is not an archive, or the manifest is damaged or of a newer release.
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
 * @throws {ArchiveError} When the manifest is damaged or of a newer release.
 */
export async function findManifest(dir: string): Promise<Manifest | undefined> {
  const bytes = await readIfExists(path.join(dir, MANIFEST_PATH), { path: MANIFEST_PATH });
  return bytes && parseManifest(bytes.toString('utf8'));
}

/** A certificate with the digest of its file. */
export interface ReadCertificate {
  readonly certificate: Certificate;
  readonly digest: string;
}

/**
 * Reads one certificate.
 *
 * @throws {ArchiveError} When it is missing, damaged, or that of another position in the chain.
 */
export async function readCertificate(dir: string, sequence: number): Promise<ReadCertificate> {
  const file = certificatePath(sequence);
  const bytes = await readWhole(path.join(dir, file), { path: file });
  const certificate = parseCertificate(bytes.toString('utf8'), file);
  if (certificate.sequence !== sequence)
    throw new ArchiveError('archive_damaged', { path: file }, `has the certificate ${certificate.sequence}.`);
  return { certificate, digest: sha256(bytes) };
}

/**
 * Reads the certificates of a manifest in order, and checks that each names the one before.
 *
 * @throws {ArchiveError} When one is missing or damaged, or the chain is broken.
 */
export async function* readCertificates(
  dir: string,
  manifest: Manifest,
): AsyncGenerator<Certificate, void, undefined> {
  let previous: string | null = null;
  for (let sequence = 1; sequence <= manifest.certificates; sequence += 1) {
    const { certificate, digest } = await readCertificate(dir, sequence);
    if (certificate.previous !== previous)
      throw new ArchiveError(
        'archive_damaged',
        { path: certificatePath(sequence) },
        'does not continue the chain: the certificate before it was changed or replaced.',
      );
    previous = digest;
    yield certificate;
  }
  if (previous !== manifest.head)
    throw new ArchiveError('archive_damaged', { path: MANIFEST_PATH }, 'does not name the last certificate.');
}
