/** The exact bytes and paths of certificates, segments and the manifest. */
import { canonicalJson } from './canonical-json.js';
import type { Certificate, Manifest } from './certificate.js';
import { digestOf, sha256 } from './digest.js';

/** Path of the manifest in an archive. */
export const MANIFEST_PATH = 'manifest.json';

/** The folder of the files of records. */
export const SEGMENT_FOLDER = 'segments';

/** The folder of the files of certificates. */
export const CERTIFICATE_FOLDER = 'certificates';

/** The folder of what followers have received. Certificates do not name its files. */
export const FOLLOWER_FOLDER = 'followers';

/** Certificates per file. */
export const CERTIFICATES_PER_FILE = 1_000;

/** Returns the path of a numbered file, for example `segments/001/001042.ndjson`. A folder has up to 1,000 of them. */
export function numberedPath(folder: string, number: number, extension: string): string {
  const name = String(number).padStart(6, '0');
  return `${folder}/${name.slice(0, -3)}/${name}.${extension}`;
}

/** Where a certificate is in the archive. */
export interface CertificatePosition {
  /** Path of its file, for example `certificates/000/000002.ndjson`. */
  readonly path: string;
  /** Its line, from 1. */
  readonly line: number;
}

/**
 * Returns where a certificate is in the archive.
 *
 * @param sequence - Position in the chain, from 1.
 */
export function certificatePosition(sequence: number): CertificatePosition {
  const number = Math.ceil(sequence / CERTIFICATES_PER_FILE);
  const line = ((sequence - 1) % CERTIFICATES_PER_FILE) + 1;
  return { path: numberedPath(CERTIFICATE_FOLDER, number, 'ndjson'), line };
}

/** Returns the path of a content in the archive. The same content is stored once. */
export function contentPath(sha256: string): string {
  return `files/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** A certificate as it is written to its file. */
export interface SealedCertificate {
  /** Its line, without the line feed. */
  readonly text: string;
  /** SHA-256 of the line: `previous` of the next certificate, or `head` of the manifest. */
  readonly digest: string;
}

/** Returns the line of a certificate, and its digest. */
export function sealCertificate(certificate: Certificate): SealedCertificate {
  const text = canonicalJson(certificate);
  return { text, digest: sha256(text) };
}

/** Adds the digest of a manifest to it. */
export function sealManifest(manifest: Omit<Manifest, 'digest'>): Manifest {
  return { ...manifest, digest: digestOf(manifest) };
}
