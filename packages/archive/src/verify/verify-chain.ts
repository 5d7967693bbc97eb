import { ArchiveError } from '../archive-error.js';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import { certificatePath, MANIFEST_PATH } from '../certificates/sealed-file.js';
import { readCertificate, readManifest, type ReadCertificate } from '../reader/read-certificates.js';
import type { Verification } from './verification.js';

/** What was found at the end of the chain. */
export interface Chain {
  /** Number of certificates. */
  readonly certificates: number;
  /** Digest of the last certificate; null if there is none or it is damaged. */
  readonly head: string | null;
  /** Whether the certificate that was noted elsewhere is in the chain. */
  readonly hasKnownHead: boolean;
}

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

/**
 * Reads all certificates and verifies that each names the one before, and the manifest the last.
 *
 * @param verify - Verifies what a certificate certifies.
 */
export async function verifyChain(
  run: Verification,
  manifest: Manifest | null,
  options: { knownHead: string | undefined; verify: (certificate: Certificate) => Promise<void> },
): Promise<Chain> {
  let previous: string | null | undefined = null;
  let hasKnownHead = options.knownHead === undefined;
  let sequence = 0;
  const total = manifest?.certificates ?? Infinity;
  while (sequence < total) {
    const read = await readNext(run, sequence + 1, manifest === null);
    if (read === 'end') break;
    sequence += 1;
    if (read !== undefined) {
      checkPrevious(run, read.certificate, previous);
      hasKnownHead ||= read.digest === options.knownHead;
      await options.verify(read.certificate);
    }
    previous = read?.digest;
    run.certificates = sequence;
    run.progress();
  }
  if (manifest !== null) checkHead(run, manifest, previous);
  return { certificates: sequence, head: previous ?? null, hasKnownHead };
}

/** Returns undefined for a certificate that cannot be read. Without a manifest, the chain ends at the first missing one. */
async function readNext(
  run: Verification,
  sequence: number,
  mayEnd: boolean,
): Promise<ReadCertificate | 'end' | undefined> {
  const path = certificatePath(sequence);
  try {
    return await readCertificate(run.dir, sequence);
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    const missing = error.message === `${path} is missing.`;
    if (missing && mayEnd) return 'end';
    run.reportUnread({ path, rule: missing ? 'missing' : 'unreadable', message: error.message });
    return undefined;
  }
}

/** @param previous - Digest of the certificate before; undefined if that one cannot be read, which is reported already. */
function checkPrevious(
  run: Verification,
  certificate: Certificate,
  previous: string | null | undefined,
): void {
  if (previous === undefined || certificate.previous === previous) return;
  const own = certificatePath(certificate.sequence);
  const path = certificate.sequence === 1 ? own : certificatePath(certificate.sequence - 1);
  const message =
    `${path} has the digest ${previous}; ${own} continues ${certificate.previous}. ` +
    'One of the two was changed or replaced.';
  run.report({ path, rule: 'chain', message });
}

function checkHead(run: Verification, manifest: Manifest, head: string | null | undefined): void {
  if (head === undefined || manifest.head === head) return;
  const path = manifest.certificates === 0 ? MANIFEST_PATH : certificatePath(manifest.certificates);
  const message = `${path} has the digest ${head}; the manifest names ${manifest.head} as the last certificate.`;
  run.report({ path, rule: 'chain', message });
}
