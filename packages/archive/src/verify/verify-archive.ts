import { access } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '@parlance/schemas/kit';
import { ArchiveError } from '../archive-error.js';
import { certificatePath, MANIFEST_PATH } from '../certificates/sealed-file.js';
import { errorCode } from '../folder/write-error.js';
import { readError } from '../reader/read-error.js';
import { findUnexpected } from './find-unexpected.js';
import { Verification, type VerificationResult, type VerifyOptions } from './verification.js';
import { verifyChain, verifyManifest } from './verify-chain.js';
import { verifyUnit } from './verify-unit.js';

/**
 * Verifies an archive offline: reads every file again and compares it with the certificates and the manifest. Finds every file, record and
 * certificate that was truncated, changed, removed, added, swapped or renamed.
 *
 * It cannot find that the newest certificates were removed together with their files and a manifest that was rewritten to fit. Note the
 * field `head` of the result elsewhere, and pass it as `knownHead` the next time.
 *
 * Verify while no export writes to the archive; units that are being sealed would be reported as unexpected. Memory grows with the largest
 * unit only.
 *
 * @param dir - The folder, as passed to `ndjson`.
 * @throws {ArchiveError} When the folder is not an archive. Damage does not throw; it is in `problems`.
 * @throws {ConfigError} When `knownHead` is not a digest.
 */
export async function verifyArchive(dir: string, options: VerifyOptions = {}): Promise<VerificationResult> {
  const { knownHead } = options;
  if (knownHead !== undefined && !/^[0-9a-f]{64}$/.test(knownHead))
    throw new ConfigError('knownHead', '`knownHead` must be a SHA-256: 64 hexadecimal digits in lower case');
  const resolved = path.resolve(dir);
  await checkIsArchive(resolved);
  const { DatabaseSync } = await import('node:sqlite');
  // A database without a name is in a temporary file, which SQLite removes.
  const run = new Verification(resolved, options, new DatabaseSync(''));
  try {
    return await verify(run, knownHead);
  } finally {
    run.close();
  }
}

async function verify(run: Verification, knownHead: string | undefined): Promise<VerificationResult> {
  const manifest = await verifyManifest(run);
  run.progress();
  const { certificates, head, hasKnownHead } = await verifyChain(run, manifest, {
    knownHead,
    verify: (certificate) => verifyUnit(run, certificate),
  });
  if (!hasKnownHead) {
    const message = `The chain does not contain the certificate with the digest ${knownHead}: certificates were removed or replaced.`;
    run.report({ path: MANIFEST_PATH, rule: 'chain', message });
  }
  for (let sequence = 1; sequence <= certificates; sequence += 1) run.expect(certificatePath(sequence));
  await findUnexpected(run);
  const { records, files, problems, omittedProblems, leftovers } = run;
  const ok = run.problemCount === 0;
  return { ok, certificates, records, files, head, problems, omittedProblems, leftovers };
}

/** Error codes of a missing file or folder. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

async function checkIsArchive(dir: string): Promise<void> {
  for (const file of [MANIFEST_PATH, certificatePath(1)]) {
    try {
      await access(path.join(dir, file));
      return;
    } catch (error) {
      if (!MISSING.has(errorCode(error))) throw readError({ path: dir }, error);
    }
  }
  throw new ArchiveError(
    'archive_missing',
    { path: dir },
    'is not an archive: it does not have a manifest.json.',
  );
}
