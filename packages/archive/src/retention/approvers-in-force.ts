import type { Store } from '@parlance/durable';
import { digestOf } from '../certificates/digest.js';
import { countSignatures, APPROVERS_NAMESPACE, type Approval } from './approvals.js';
import {
  approversRecord,
  checkApprovers,
  isNarrower,
  type ApproverPolicy,
  type Approvers,
} from './approvers.js';
import { appendEntry, readLastApprovers } from './journal.js';
import { RetentionError } from './retention-error.js';
import { migrateRetention } from './retention-schema.js';

/** How a policy compares with the one that the journal has. */
export interface ApproversInForce {
  /** Digest of the policy that was compared. A change is signed by signing it. */
  readonly digest: string;
  /**
   * `first_use`: the journal has none yet; `in_force`: it has this one; `narrower`: keys were only removed, revoked or shortened, which needs no
   * signature; `changed`: earlier approvers must sign it.
   */
  readonly status: 'first_use' | 'in_force' | 'narrower' | 'changed';
  /** Number of earlier approvers who must sign the change; 0 if none is needed. */
  readonly signaturesRequired: number;
  /** The policy that the journal has; null before the first use. */
  readonly earlier: ApproverPolicy | null;
}

/** Options for {@link acceptApprovers}. */
export interface AcceptApproversOptions {
  /** The store with the journal. */
  readonly store: Store;
  /** The policy to accept. */
  readonly approvers: ApproverPolicy | 'none';
  /** Signatures of earlier approvers over its digest and a line feed, in the namespace `parlance-approvers@1`. Default: none. */
  readonly signatures?: readonly string[] | undefined;
}

/**
 * Compares a policy of approvers with the one in force: the last one that the journal has.
 *
 * @param options - Store and policy.
 * @returns What is needed to accept it.
 * @throws {ConfigError} When the policy is invalid.
 * @throws {RetentionError} With code `journal_damaged`.
 */
export async function approversInForce({
  store,
  approvers,
}: AcceptApproversOptions): Promise<ApproversInForce> {
  await migrateRetention(store);
  return compare(checkApprovers(approvers), await readLastApprovers(store));
}

/**
 * Puts a policy of approvers in force, on record in the journal. The first one is accepted as it is. A later one that adds anything must be signed
 * by as many of the earlier approvers as the earlier policy requires, so that nobody can add themselves.
 *
 * @param options - Store, policy and signatures.
 * @returns How the policy compared with the earlier one.
 * @throws {ConfigError} When the policy is invalid.
 * @throws {RetentionError} With code `approvers_changed` when signatures are missing.
 */
export async function acceptApprovers(options: AcceptApproversOptions): Promise<ApproversInForce> {
  const { store, approvers, signatures = [] } = options;
  const checked = checkApprovers(approvers);
  await migrateRetention(store);
  const record = approversRecord(checked);
  return store.transaction(async (transaction) => {
    const earlier = await readLastApprovers(transaction);
    const compared = compare(checked, earlier);
    if (compared.status === 'in_force') return compared;
    const signedBy = requireSigned(compared, { signatures, now: await transaction.now() });
    await appendEntry(transaction, null, { type: 'approvers', approvers: record, signed_by: signedBy });
    return compared;
  });
}

function compare(next: Approvers, earlier: ApproverPolicy | null): ApproversInForce {
  const digest = digestOf(approversRecord(next));
  if (earlier === null) return { digest, status: 'first_use', signaturesRequired: 0, earlier };
  const old = checkApprovers(earlier.required === 0 ? 'none' : earlier);
  if (digestOf(approversRecord(old)) === digest)
    return { digest, status: 'in_force', signaturesRequired: 0, earlier };
  if (isNarrower(next, old)) return { digest, status: 'narrower', signaturesRequired: 0, earlier };
  return { digest, status: 'changed', signaturesRequired: old.required, earlier };
}

function requireSigned(
  { digest, status, signaturesRequired: required, earlier }: ApproversInForce,
  { signatures, now }: { readonly signatures: readonly string[]; readonly now: number },
): readonly Approval[] {
  if (status !== 'changed' || required === 0 || earlier === null) return [];
  const { keys } = checkApprovers(earlier);
  const signed = { digest, namespace: APPROVERS_NAMESPACE };
  const { counted, refused } = countSignatures(signatures, signed, { keys, now });
  if (counted.length >= required) return counted;
  const reasons = refused.length === 0 ? '' : ` Not counted: ${refused.join('; ')}.`;
  throw new RetentionError(
    'approvers_changed',
    `The approvers differ from those in force. ${required} of the earlier ones must sign ${digest}, and ${counted.length} did.${reasons}`,
  );
}
