/** Signatures over the last certificate of an archive are files beside its folder: `ARCHIVE.000060.DIGEST.KEY.sig`. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ARCHIVE_NAMESPACE, signerOf } from '@parlance/archive';
import { ParlanceError } from '@parlance/core-transport';
import { writePrivateFile } from '@parlance/files';
import { fileNameOf, type WrittenSignature } from '../retention/plan-signatures.js';
import { readSignature } from '../retention/ssh-keygen.js';

const NAME = /^\.(\d{6,15})\.([\da-f]{64})\.\w+\.sig$/;

/** A certificate that somebody signed. */
export interface SignedHead {
  /** Position of the certificate in the chain, from 1. */
  readonly certificate: number;
  /** Its digest. */
  readonly head: string;
}

/**
 * Verifies a signature over a certificate, and writes it beside the archive.
 *
 * @throws {SignatureError} When it is not a signature of this certificate.
 */
export async function writeHeadSignature(
  dir: string,
  { certificate, head }: SignedHead,
  signature: string,
): Promise<WrittenSignature> {
  const key = signerOf(signature, { digest: head, namespace: ARCHIVE_NAMESPACE });
  const file = `${dir}.${String(certificate).padStart(6, '0')}.${head}.${fileNameOf(key)}.sig`;
  await writePrivateFile(file, signature);
  return { file, key };
}

/** Returns the latest certificate that a key has signed; undefined if there is none. Signatures of other keys do not count. */
export async function findSignedHead(dir: string, fingerprint: string): Promise<SignedHead | undefined> {
  const names = await readdir(path.dirname(dir)).catch(() => []);
  const heads = names.flatMap((name) => {
    const own = name.startsWith(path.basename(dir)) ? NAME.exec(name.slice(path.basename(dir).length)) : null;
    return own === null ? [] : [{ name, certificate: Number(own[1]), head: own[2] ?? '' }];
  });
  for (const { name, certificate, head } of heads.toSorted((a, b) => b.certificate - a.certificate))
    if ((await signerIn(path.join(path.dirname(dir), name), head)) === fingerprint)
      return { certificate, head };
  return undefined;
}

/** A file that is not a signature of this certificate can have been put there by anyone. */
async function signerIn(file: string, head: string): Promise<string | undefined> {
  try {
    const signature = await readSignature(file);
    return signerOf(signature, { digest: head, namespace: ARCHIVE_NAMESPACE });
  } catch (error) {
    if (ParlanceError.is(error)) return undefined;
    throw error;
  }
}
