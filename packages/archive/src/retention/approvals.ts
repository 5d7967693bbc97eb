import { SignatureError } from '../signatures/signature-error.js';
import { parseSshSignature, verifySshSignature } from '../signatures/ssh-signature.js';
import { foldName, whyNotValid, type Approver, type Approvers } from './approvers.js';
import { RetentionError } from './retention-error.js';

/** Namespace of signatures over the digest of a plan: `ssh-keygen -Y sign -n parlance-plan@1`. */
export const PLAN_NAMESPACE = 'parlance-plan@1';
/** Namespace of signatures over the digest of who may approve. */
export const APPROVERS_NAMESPACE = 'parlance-approvers@1';

/** Namespace of signatures over the digest of a certificate of an archive. */
export const ARCHIVE_NAMESPACE = 'parlance-archive@1';

/** A signature that was verified. */
export interface Approval {
  /** Name of the person, as in the policy. */
  readonly by: string;
  /** Fingerprint of the key. */
  readonly key: string;
  /** The signature, as `ssh-keygen` wrote it. */
  readonly signature: string;
}

/** A digest, and the purpose for which it is signed. */
export interface SignedDigest {
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
  /** {@link PLAN_NAMESPACE}, {@link APPROVERS_NAMESPACE} or {@link ARCHIVE_NAMESPACE}. */
  readonly namespace: string;
}

/** Signatures over a plan. */
export interface SignedPlan {
  /** Digest of the plan. */
  readonly digest: string;
  /** Signatures of approvers. */
  readonly approvals: readonly string[];
  /** Signature of the person who made the plan. */
  readonly madeBy?: string | undefined;
}

/**
 * Returns the text that is signed for a digest: the digest and a line feed.
 *
 * @param digest - SHA-256, in hexadecimal.
 */
export function signedText(digest: string): string {
  return `${digest}\n`;
}

/**
 * Verifies that a text is a signature over a digest, by whatever key. Whether the key counts is decided when the plan is applied.
 *
 * @param text - The text, as `ssh-keygen -Y sign` wrote it.
 * @param signed - What it must sign.
 * @returns The fingerprint of the key, as `ssh-keygen -l` prints it.
 * @throws {SignatureError} When it is not such a signature.
 */
export function signerOf(text: string, { digest, namespace }: SignedDigest): string {
  const signature = parseSshSignature(text);
  verifySshSignature(signature, { message: signedText(digest), namespace });
  return signature.key.fingerprint;
}

/**
 * Decides whether a plan is approved.
 *
 * @param plan - The plan and its signatures.
 * @param approvers - The policy.
 * @param now - Time at which keys must count.
 * @returns Who approved the plan, and who made it.
 * @throws {RetentionError} With code `not_approved`, and the reason for each signature that does not count.
 */
export function requireApproved(
  plan: SignedPlan,
  approvers: Approvers,
  now: number,
): { readonly approvals: readonly Approval[]; readonly madeBy: Approval | null } {
  const { required, makerMayApprove, keys, makers } = approvers;
  const madeBy = readMaker(plan, [...keys, ...makers], now);
  if (madeBy === null && !makerMayApprove)
    throw new RetentionError(
      'not_approved',
      'The plan is not signed by its maker, so that nobody knows whether the maker approved it.',
    );
  const signed = { digest: plan.digest, namespace: PLAN_NAMESPACE };
  const { counted, refused } = countSignatures(plan.approvals, signed, { keys, now });
  const approvals = counted.filter(
    ({ by }) => makerMayApprove || madeBy === null || foldName(by) !== foldName(madeBy.by),
  );
  if (approvals.length < counted.length)
    refused.push(`${madeBy?.by ?? ''} made the plan and cannot approve it`);
  if (approvals.length < required)
    throw new RetentionError('not_approved', notApproved(plan.digest, required, approvals, refused));
  return { approvals, madeBy };
}

/** Verifies signatures over a digest. A person counts once. */
export function countSignatures(
  signatures: readonly string[],
  signed: SignedDigest,
  { keys, now }: { readonly keys: readonly Approver[]; readonly now: number },
): { readonly counted: readonly Approval[]; readonly refused: string[] } {
  const counted = new Map<string, Approval>();
  const refused: string[] = [];
  for (const [index, signature] of signatures.entries()) {
    try {
      const approval = verifyApproval(signature, signed, { keys, now });
      counted.set(foldName(approval.by), approval);
    } catch (error) {
      if (!SignatureError.is(error)) throw error;
      refused.push(`signature ${index + 1}: ${error.message}`);
    }
  }
  return { counted: [...counted.values()], refused };
}

function readMaker({ digest, madeBy }: SignedPlan, keys: readonly Approver[], now: number): Approval | null {
  if (madeBy === undefined) return null;
  try {
    return verifyApproval(madeBy, { digest, namespace: PLAN_NAMESPACE }, { keys, now });
  } catch (error) {
    if (!SignatureError.is(error)) throw error;
    throw new RetentionError('not_approved', `The signature of the maker does not count: ${error.message}.`, {
      cause: error,
    });
  }
}

function verifyApproval(
  text: string,
  { digest, namespace }: SignedDigest,
  { keys, now }: { readonly keys: readonly Approver[]; readonly now: number },
): Approval {
  const signature = parseSshSignature(text);
  const { blob, fingerprint } = signature.key;
  const person = keys.find(({ publicKey }) => publicKey.blob.equals(blob));
  if (person === undefined)
    throw new SignatureError('other_key', `the key ${fingerprint} is not in the policy`);
  verifySshSignature(signature, { message: signedText(digest), namespace, key: person.publicKey });
  const why = whyNotValid(person, now);
  if (why !== null) throw new SignatureError('invalid', `the key of ${person.name} ${why}`);
  return { by: person.name, key: fingerprint, signature: text };
}

function notApproved(
  digest: string,
  required: number,
  approvals: readonly Approval[],
  refused: readonly string[],
): string {
  const names = approvals.length === 0 ? 'none' : approvals.map(({ by }) => by).join(', ');
  const reasons = refused.length === 0 ? '' : ` Not counted: ${refused.join('; ')}.`;
  return `The plan requires ${required === 1 ? '1 approval' : `${required} approvals`} of ${digest} and has ${names}.${reasons}`;
}
