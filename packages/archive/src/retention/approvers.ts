import { checkRecord, isA, must, type Checks } from '@parlance/core-transport/internal';
import { ConfigError } from '@parlance/schemas/kit';
import { isText, requireOptions, text, whole, wrong } from '../option-checks.js';
import { digestOf } from '../certificates/digest.js';
import { SignatureError } from '../signatures/signature-error.js';
import { parseSshPublicKey, type SshPublicKey } from '../signatures/ssh-public-key.js';

/** The key of a person who approves or makes plans. */
export interface ApproverKey {
  /** Name of the person. A person has one key at a time. */
  readonly name: string;
  /** Public key, as in a `.pub` file of OpenSSH: ed25519, ecdsa, rsa (from 2048 bits), or one of a hardware key (`sk-`). */
  readonly key: string;
  /** Time from which the key counts (RFC 3339). Default: always. */
  readonly validFrom?: string | undefined;
  /** Time from which the key does not count any more (RFC 3339). Default: never. */
  readonly validUntil?: string | undefined;
  /** Time from which the key is revoked (RFC 3339). A revoked key does not count for plans that are applied later, whenever it signed. */
  readonly revokedAt?: string | undefined;
}

/**
 * Who must approve plans. An approval is a signature over the digest of a plan. Whether a key counts is decided when the plan is applied, by
 * the clock of the store.
 */
export interface ApproverPolicy {
  /** Number of people who must approve a plan, at least 1. */
  readonly required: number;
  /** Keys of the people who may approve plans, and make them. */
  readonly keys: readonly ApproverKey[];
  /** Keys of people who may make plans and not approve them. Default: none. */
  readonly makers?: readonly ApproverKey[] | undefined;
  /**
   * Whether the person who made a plan may approve it. Otherwise the maker must sign it, too, so that it is known who made it. Default: false.
   */
  readonly makerMayApprove?: boolean | undefined;
}

/** A checked policy. Without approvers, `required` is 0. */
export interface Approvers {
  readonly required: number;
  readonly makerMayApprove: boolean;
  readonly keys: readonly Approver[];
  readonly makers: readonly Approver[];
}

/** A person of a policy. */
export interface Approver extends ApproverKey {
  readonly publicKey: SshPublicKey;
}

/** `Date.parse` accepts much more, and reads a time without a zone as local time. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const time = must(
  'a time such as 2026-05-01T00:00:00Z',
  (value) => typeof value === 'string' && RFC_3339.test(value) && !Number.isNaN(Date.parse(value)),
);

const policyChecks: Checks = {
  required: whole,
  keys: must('an array', Array.isArray),
  makers: must('an array', Array.isArray),
  makerMayApprove: isA('boolean'),
};

const keyChecks: Checks = {
  name: text,
  key: must('a public key of OpenSSH', isText),
  validFrom: time,
  validUntil: time,
  revokedAt: time,
};

/**
 * Checks who must approve plans.
 *
 * @param policy - The policy; `none` if plans are applied without an approval.
 * @throws {ConfigError} When it is missing or invalid: a person or a key occurs twice, or more people must approve than there are.
 */
export function checkApprovers(policy: ApproverPolicy | 'none'): Approvers {
  if (policy === 'none') return { required: 0, makerMayApprove: true, keys: [], makers: [] };
  if (typeof policy !== 'object' || policy === null)
    throw wrong('approvers', "must name who approves plans, or be 'none'");
  checkRecord('approvers', policy, policyChecks);
  requireOptions(policy, ['required', 'keys'], 'approvers.');
  const keys = policy.keys.map((key, index) => readKey(`approvers.keys.${index}`, key));
  const makers = (policy.makers ?? []).map((key, index) => readKey(`approvers.makers.${index}`, key));
  requireDistinct([...keys, ...makers]);
  if (policy.required > keys.length)
    throw wrong('approvers.required', `is ${policy.required}, and approvers.keys has ${keys.length}`);
  return { required: policy.required, makerMayApprove: policy.makerMayApprove === true, keys, makers };
}

/**
 * Returns the digest of a policy, which earlier approvers sign when it changes. Comments of keys are not part of it.
 *
 * @param policy - The policy.
 * @throws {ConfigError} When it is invalid.
 */
export function approversDigest(policy: ApproverPolicy | 'none'): string {
  return digestOf(approversRecord(checkApprovers(policy)));
}

/** Returns a policy as the journal records it. */
export function approversRecord(approvers: Approvers): ApproverPolicy {
  const { required, makerMayApprove, keys, makers } = approvers;
  return { required, makerMayApprove, keys: keys.map(keyRecord), makers: makers.map(keyRecord) };
}

/** People with these names are one person: neither case nor the Unicode form makes two of them. */
export function foldName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Why a key does not count at a time; null if it does. */
export function whyNotValid({ validFrom, validUntil, revokedAt }: ApproverKey, now: number): string | null {
  if (revokedAt !== undefined && now >= Date.parse(revokedAt)) return `was revoked at ${revokedAt}`;
  if (validFrom !== undefined && now < Date.parse(validFrom)) return `is not valid before ${validFrom}`;
  if (validUntil !== undefined && now >= Date.parse(validUntil)) return `was valid until ${validUntil}`;
  return null;
}

/** Whether a policy only takes something away from an earlier one: keys are removed, revoked, or valid for a shorter time. */
export function isNarrower(next: Approvers, earlier: Approvers): boolean {
  const covers = (keys: readonly Approver[], key: Approver): boolean =>
    keys.some((old) => isSameKey(old, key) && isWithin(key, old));
  return (
    next.required === earlier.required &&
    next.makerMayApprove === earlier.makerMayApprove &&
    next.keys.every((key) => covers(earlier.keys, key)) &&
    next.makers.every((key) => covers(earlier.makers, key))
  );
}

function isSameKey(left: Approver, right: Approver): boolean {
  return foldName(left.name) === foldName(right.name) && left.publicKey.blob.equals(right.publicKey.blob);
}

function isWithin(key: ApproverKey, of: ApproverKey): boolean {
  const at = (value: string | undefined, otherwise: number): number =>
    value === undefined ? otherwise : Date.parse(value);
  return (
    at(key.validFrom, -Infinity) >= at(of.validFrom, -Infinity) &&
    at(key.validUntil, Infinity) <= at(of.validUntil, Infinity) &&
    at(key.revokedAt, Infinity) <= at(of.revokedAt, Infinity)
  );
}

function readKey(path: string, key: ApproverKey): Approver {
  checkRecord(path, key, keyChecks);
  requireOptions(key, ['name', 'key'], `${path}.`);
  const { validFrom, validUntil } = key;
  if (validFrom !== undefined && validUntil !== undefined && Date.parse(validFrom) >= Date.parse(validUntil))
    throw wrong(`${path}.validUntil`, 'must be after validFrom');
  try {
    return { ...key, publicKey: parseSshPublicKey(key.key) };
  } catch (error) {
    if (!SignatureError.is(error)) throw error;
    throw new ConfigError(`${path}.key`, `${path}.key: ${error.message}`, { cause: error });
  }
}

/** Two approvals must be of two people. */
function requireDistinct(approvers: readonly Approver[]): void {
  for (const [index, { name, publicKey }] of approvers.entries()) {
    for (const other of approvers.slice(0, index)) {
      if (foldName(other.name) === foldName(name)) throw wrong('approvers', `has the person ${name} twice`);
      if (other.publicKey.blob.equals(publicKey.blob))
        throw wrong('approvers', `has one key for ${other.name} and ${name}`);
    }
  }
}

function keyRecord({ name, validFrom, validUntil, revokedAt, publicKey }: Approver): ApproverKey {
  return {
    name,
    key: `${publicKey.type} ${publicKey.blob.toString('base64')}`,
    ...(validFrom !== undefined && { validFrom }),
    ...(validUntil !== undefined && { validUntil }),
    ...(revokedAt !== undefined && { revokedAt }),
  };
}
