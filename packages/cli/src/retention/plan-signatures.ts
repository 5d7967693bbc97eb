/** Signatures over a plan are files beside it: `PLAN.maker.sig` of its maker, `PLAN.*.sig` of its approvers. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PLAN_NAMESPACE, signerOf } from '@parlance/archive';
import { writePrivateFile } from '@parlance/files';
import { readSignature, signWithSshKeygen } from './ssh-keygen.js';

const MAKER = '.maker.sig';

/** Signs a plan and writes the signature beside it. Returns the file and the fingerprint of the key. */
export async function signPlan(
  plan: { readonly file: string; readonly digest: string },
  { key, cwd, maker }: { readonly key: string; readonly cwd: string; readonly maker: boolean },
): Promise<WrittenSignature> {
  const signed = { digest: plan.digest, namespace: PLAN_NAMESPACE };
  const signature = await signWithSshKeygen(path.resolve(cwd, key), signed);
  return writeSignature(plan, signature, maker);
}

/** A signature beside a plan. */
export interface WrittenSignature {
  readonly file: string;
  /** Fingerprint of the key. */
  readonly key: string;
}

/**
 * Verifies a signature over a plan, and writes it beside the plan.
 *
 * @throws {SignatureError} When it is not a signature of this plan.
 */
export async function writeSignature(
  plan: { readonly file: string; readonly digest: string },
  signature: string,
  maker = false,
): Promise<WrittenSignature> {
  const key = signerOf(signature, { digest: plan.digest, namespace: PLAN_NAMESPACE });
  const file = `${plan.file}${maker ? MAKER : `.${fileNameOf(key)}.sig`}`;
  await writePrivateFile(file, signature);
  return { file, key };
}

/** Reads the signatures beside a plan. */
export async function readSignatures(
  plan: string,
): Promise<{ readonly approvals: readonly string[]; readonly madeBy: string | undefined }> {
  const approvals: string[] = [];
  let madeBy: string | undefined;
  for (const file of await signatureFiles(plan)) {
    const signature = await readSignature(file);
    if (file === `${plan}${MAKER}`) madeBy = signature;
    else approvals.push(signature);
  }
  return { approvals, madeBy };
}

/** Removes the signatures beside a plan that is about to be replaced: they do not fit the new one. */
export async function removeSignatures(plan: string): Promise<void> {
  for (const file of await signatureFiles(plan)) await rm(file);
}

/** The part of a fingerprint that names its file. */
export function fileNameOf(fingerprint: string): string {
  return fingerprint
    .replace('SHA256:', '')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 12);
}

async function signatureFiles(plan: string): Promise<readonly string[]> {
  const folder = path.dirname(plan);
  // A folder that is missing has no plan either, which is reported when the plan is read.
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${path.basename(plan)}.`) && name.endsWith('.sig'))
    .sort()
    .map((name) => path.join(folder, name));
}
