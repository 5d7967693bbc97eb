/** The exact bytes and paths of certificates and the manifest. */
import { canonicalJson } from './canonical-json.js';
import type { Certificate, Manifest } from './certificate.js';
import { digestOf, sha256 } from './digest.js';

/** Path of the manifest in an archive. */
export const MANIFEST_PATH = 'manifest.json';

/**
 * Returns the path of a certificate in the archive, for example `certificates/001/001042.json`. A folder has up to 1,000 certificates.
 *
 * @param sequence - Position in the chain, from 1.
 */
export function certificatePath(sequence: number): string {
  const name = String(sequence).padStart(6, '0');
  return `certificates/${name.slice(0, -3)}/${name}.json`;
}

/** Returns the path of a content in the archive. The same content is stored once. */
export function contentPath(sha256: string): string {
  return `files/${sha256.slice(0, 2)}/${sha256}`;
}

/** A certificate as it is written to its file. */
export interface SealedCertificate {
  /** Content of the file. */
  readonly text: string;
  /** SHA-256 of the content: `previous` of the next certificate, or `head` of the manifest. */
  readonly digest: string;
}

/** Returns the content of a certificate's file, and its digest. */
export function sealCertificate(certificate: Certificate): SealedCertificate {
  const text = canonicalJson(certificate);
  return { text, digest: sha256(text) };
}

/** Adds the digest of a manifest to it. */
export function sealManifest(manifest: Omit<Manifest, 'digest'>): Manifest {
  return { ...manifest, digest: digestOf(manifest) };
}
