import { access, opendir } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '@parlance/schemas/kit';
import { ArchiveError } from '../archive-error.js';
import type { Certificate } from '../certificates/certificate.js';
import {
  certificatePosition,
  FOLLOWER_FOLDER,
  MANIFEST_PATH,
  SEGMENT_FOLDER,
} from '../certificates/sealed-file.js';
import { errorCode } from '../folder/write-error.js';
import { readError } from '../reader/read-error.js';
import type { Replacements } from '../reader/replacements.js';
import { Verification, type VerificationResult, type VerifyOptions } from './verification.js';
import { ChainCheck, findReplacements, verifyManifest } from './verify-chain.js';
import { isBlank, verifySegments } from './verify-segments.js';
import { verifyUnit } from './verify-unit.js';
import { PARTIAL_FOLDER } from '../folder/archive-folder.js';
import { isContent } from './verify-content.js';

/**
 * Verifies an archive offline: reads everything again and compares it with the certificates and the manifest. Finds every file, record and
 * certificate that was truncated, changed, removed, added, swapped or renamed.
 *
 * It cannot find that the newest certificates were removed together with their files and a manifest that was rewritten to fit. Note the
 * field `head` of the result elsewhere, and pass it as `knownHead` the next time, or as `since` to verify only what is new.
 *
 * Verify while no export writes to the archive; units that are being sealed would be reported as unexpected. Memory grows with the largest
 * unit only.
 *
 * @param dir - The folder, as passed to `ndjson`.
 * @throws {ArchiveError} When the folder is not an archive. Damage does not throw; it is in `problems`.
 * @throws {ConfigError} When an option is not a digest, or not a share, or the archive does not have the chat.
 */
export async function verifyArchive(dir: string, options: VerifyOptions = {}): Promise<VerificationResult> {
  checkOptions(options);
  const resolved = path.resolve(dir);
  await checkIsArchive(resolved);
  const { DatabaseSync } = await import('node:sqlite');
  // A database without a name is in a temporary file, which SQLite removes.
  const run = new Verification(resolved, options, new DatabaseSync(''));
  try {
    return await verify(run, options);
  } finally {
    await run.close();
  }
}

function checkOptions({ knownHead, since, sample }: VerifyOptions): void {
  for (const [name, digest] of Object.entries({ knownHead, since }))
    if (digest !== undefined && !/^[0-9a-f]{64}$/.test(digest))
      throw new ConfigError(name, `\`${name}\` must be a SHA-256: 64 hexadecimal digits in lower case`);
  if (sample !== undefined && !(sample > 0 && sample <= 1))
    throw new ConfigError('sample', '`sample` must be more than 0 and at most 1');
}

async function verify(run: Verification, options: VerifyOptions): Promise<VerificationResult> {
  const { knownHead, since, chat, sample = 1 } = options;
  const manifest = await verifyManifest(run);
  const replacements = await findReplacements(run);
  run.progress();
  let isSince = since === undefined;
  let hasChat = chat === undefined;
  const chain = new ChainCheck(run, manifest, {
    known: new Set([knownHead, since].filter((digest) => digest !== undefined)),
    verify: async (sealed, digest) => {
      const certificate = replacements.apply(sealed);
      checkReplacement(run, sealed, replacements);
      noteUnit(run, certificate);
      hasChat ||= certificate.chats.some(([id]) => id === chat);
      if (isSince && (chat !== undefined || sample === 1 || Math.random() < sample))
        await verifyUnit(run, certificate, chat);
      isSince ||= digest === since;
    },
  });
  await chain.read(manifest);
  // A damaged certificate may be the one that names it.
  if (!hasChat && run.problemCount === 0)
    throw new ConfigError(
      'chat',
      `\`chat\` must be the id of an archived chat; no certificate names \`${chat}\``,
    );
  for (const digest of chain.missing) {
    const message = `The chain does not contain the certificate with the digest ${digest}: certificates were removed or replaced.`;
    run.report({ path: MANIFEST_PATH, rule: 'chain', message });
  }
  if (run.isComplete) {
    await verifySegments(run);
    await findUnexpected(run);
  }
  const { isComplete, certificates, records, files, problems, omittedProblems, leftovers, erased } = run;
  const ok = run.problemCount === 0;
  const found = { records, files, head: chain.head, problems, omittedProblems, leftovers, erased };
  return { ok, isComplete, certificates, ...found };
}

/** A replacement has the same records: `verifyUnit` compares those that it finds with this digest. */
function checkReplacement(
  run: Verification,
  { sequence, records_digest: expected }: Certificate,
  replacements: Replacements,
): void {
  const found = replacements.of({ sequence })?.records_digest ?? expected;
  if (found === expected) return;
  const { path, line } = certificatePosition(sequence);
  const message = `${path}, line ${line} has the records digest ${expected}; the certificate that replaces it names ${found}.`;
  run.report({ path, rule: 'records', message });
}

/** Notes what a certificate names. A unit has each revision once. */
function noteUnit(run: Verification, certificate: Certificate): void {
  run.expectExtents(certificate);
  if (run.revise(certificate)) return;
  const { unit, sequence } = certificate;
  const { path, line } = certificatePosition(sequence);
  const message = `${path}, line ${line} is for the revision ${unit.revision} of ${unit.name}, which an earlier certificate is for.`;
  run.report({ path, rule: 'records', message });
}

/** Error codes of a missing file or folder. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

async function checkIsArchive(dir: string): Promise<void> {
  for (const file of [MANIFEST_PATH, certificatePosition(1).path]) {
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

/** Reports files of the folder that no certificate and no record names. */
async function findUnexpected(run: Verification, folder = ''): Promise<void> {
  for await (const entry of await opendir(path.join(run.dir, folder))) {
    run.signal?.throwIfAborted();
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (name === PARTIAL_FOLDER || name === FOLLOWER_FOLDER || (name === MANIFEST_PATH && entry.isFile()))
      continue;
    if (entry.isDirectory()) await findUnexpected(run, name);
    else if (!entry.isFile())
      run.report({ path: name, rule: 'unexpected', message: `${name} is not a regular file.` });
    else if (run.isExpected(name) || (isSegment(name) && (await isBlank(run, name)))) continue;
    else if (run.unread.size === 0 && (await isContent(run, name))) run.reportLeftover(name);
    else run.report({ path: name, rule: 'unexpected', message: `${name} is not named by ${run.unnamedBy}` });
  }
}

/** A process that was killed may have left a segment without certified records. */
function isSegment(name: string): boolean {
  return name.startsWith(`${SEGMENT_FOLDER}/`) && /\/\d{3,}\/\d{6,}\.ndjson(?:\.zst)?$/.test(name);
}
