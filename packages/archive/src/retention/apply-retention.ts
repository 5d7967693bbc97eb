import { setTimeout as delay } from 'node:timers/promises';
import { AbortedError } from '@parlance/core-transport';
import { checkRecord, isA, must, withMethods, type Checks } from '@parlance/core-transport/internal';
import { LeaseLostError, type Lease, type Store } from '@parlance/durable';
import { requireOptions, whole, wrong } from '../option-checks.js';
import { requireApproved } from './approvals.js';
import { approversInForce } from './approvers-in-force.js';
import { checkApprovers, type Approvers } from './approvers.js';
import {
  capsChecks,
  type ApplyRetentionOptions,
  type RetentionCaps,
  type RetentionResult,
} from './apply-options.js';
import { exportSchema } from '../export/state/export-schema.js';
import { requireKnownHolds } from './holds.js';
import { requireKeyOf, requireStoreOf } from './one-organization.js';
import { readRetentionPlan, type RetentionPlan } from './plan-file.js';
import { policyDigest } from './plan-retention.js';
import { RetentionError } from './retention-error.js';
import { isOutage } from '../export/state/item-failure.js';
import { RetentionRun, type ApprovedPlan } from './retention-run.js';
import { migrateRetention } from './retention-schema.js';
import { checkRules } from './rules.js';

const checks: Checks = {
  compliance: must(
    'a ComplianceClient',
    (value) => typeof (value as { chats?: unknown } | null)?.chats === 'object',
  ),
  archive: withMethods('certificates', 'openFile'),
  store: withMethods('transaction', 'ledger'),
  rules: must('an array', Array.isArray),
  approvers: must("an object, or 'none'", (value) => value === 'none' || typeof value === 'object'),
  caps: capsChecks,
  approvals: must(
    'an array of signatures',
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  ),
  madeBy: must('a signature', (value) => typeof value === 'string'),
  maxChats: whole,
  maxChatsPerUser: whole,
  canary: { chats: whole, confirm: isA('function') },
  signal: isA('object'),
  onEvent: isA('function'),
};

/**
 * Deletes the chats of a plan. It refuses unless everything is in order: the plan is unaltered, unexpired and approved, within the caps, made
 * under the policy that is in force, no hold was added since, and plan, store, archive and key belong to one organization. The key must be
 * allowed to list organizations.
 *
 * For each chat, it verifies the archive against its certificates, reads the chat again, and keeps it if it has changed. Every deletion is recorded in the
 * journal before it is sent, and its outcome after it. The first chats are deleted and checked before the others. The run stops at the first surprise:
 * a damaged archive, a new hold, a refused deletion, a chat that still exists.
 *
 * A run that was stopped or killed is resumed by calling the function again with the same plan. Chats with an outcome are not deleted again.
 *
 * @param plan - The plan, or its file. The file is always read again.
 * @param options - Everything that the run needs.
 * @returns What became of the chats.
 * @throws {RetentionError} When the plan is refused, or at the first surprise.
 * @throws {LeaseLostError} When the store was away so long that another process has taken over.
 * @throws {ConfigError} When an option is missing or invalid.
 */
export async function applyRetention(
  plan: string | RetentionPlan,
  options: ApplyRetentionOptions,
): Promise<RetentionResult> {
  checkRecord('', options, checks);
  requireOptions(options, ['compliance', 'archive', 'store', 'rules', 'approvers']);
  checkRules(options.rules);
  const approvers = checkApprovers(options.approvers);
  const caps = effectiveCaps(options);
  const read = await readRetentionPlan(typeof plan === 'string' ? plan : plan.file);
  if (typeof plan !== 'string' && plan.digest !== read.digest)
    throw new RetentionError('plan_damaged', `The plan ${read.file} was replaced. Make a new plan.`);
  const { store } = options;
  await migrateRetention(store);
  await store.migrate(exportSchema);
  const { rules, caps: policyCaps = null } = options;
  checkPlan(read, { rules, approvals: approvers.required, caps: policyCaps }, caps);
  await requireStoreOf(store, read.organizations);
  await checkTimeAndHolds(read, store);
  const approved = await approve(read, options, approvers);
  await requireKeyOf(options.compliance, read.organizations, options.signal);
  const lease = await store.leases.acquire('archive/retention');
  if (lease === null)
    throw new RetentionError('already_running', 'Another process applies a retention plan with this store.');
  return runWith(lease, { plan: read, options, ...approved, caps });
}

/** Runs the plan, and resumes it after an outage of the store. A lease that has ended in it is acquired again unless another process has it. */
async function runWith(first: Lease, approved: ApprovedPlan): Promise<RetentionResult> {
  const { options } = approved;
  for (let lease = first; ; lease = await regainLease(lease, options)) {
    try {
      const run = await RetentionRun.start(approved, lease);
      return await run.run();
    } catch (error) {
      const isStopped = options.signal?.aborted === true;
      if (isStopped || !(isOutage(error) || isLost(error, lease))) throw error;
    } finally {
      // Waits until the store can be used again.
      await lease.release();
    }
  }
}

function isLost(error: unknown, { signal }: Lease): boolean {
  return LeaseLostError.is(error) || (AbortedError.is(error) && signal.aborted);
}

/** @throws {LeaseLostError} When another process has acquired it; {@link AbortedError} when the run is stopped. */
async function regainLease(lost: Lease, { store, signal }: ApplyRetentionOptions): Promise<Lease> {
  for (;;) {
    const lease = await store.leases.acquire(lost.name);
    if (lease !== null) return lease;
    const holder = await store.leases.holder(lost.name);
    if (holder === null) continue;
    if (holder.token !== lost.token) throw new LeaseLostError(lost.name, lost.token);
    await delay(holder.expiresInMs, undefined, { signal }).catch(() => {});
    if (signal?.aborted === true)
      throw new AbortedError({ operation: 'applyRetention', attempts: [], requestId: null }, signal.reason);
  }
}

/** The caps of the policy, and what the caller lowered. */
function effectiveCaps({ caps, maxChats, maxChatsPerUser }: ApplyRetentionOptions): RetentionCaps {
  const chats = lower('maxChats', maxChats, caps?.chats);
  if (chats === undefined) throw wrong('maxChats', 'is missing, and the policy has no caps');
  return { chats, perUser: lower('maxChatsPerUser', maxChatsPerUser, caps?.perUser) };
}

function lower(name: string, value: number | undefined, cap: number | undefined): number | undefined {
  if (value !== undefined && cap !== undefined && value > cap)
    throw wrong(name, `is ${value}, above the cap of the policy: ${cap}`);
  return value ?? cap;
}

/** What can be checked without the store. */
function checkPlan(
  plan: RetentionPlan,
  policy: Pick<RetentionPlan, 'rules' | 'approvals' | 'caps'>,
  caps: RetentionCaps,
): void {
  if (policyDigest(policy) !== plan.policy)
    throw new RetentionError('policy_changed', 'The policy differs from that of the plan. Make a new plan.');
  const { counts, most_of_one_user: most } = plan;
  if (counts.to_delete > caps.chats)
    throw new RetentionError(
      'cap_exceeded',
      `The plan deletes ${counts.to_delete} chats; at most ${caps.chats} may be deleted.`,
    );
  if (caps.perUser !== undefined && most > caps.perUser)
    throw new RetentionError(
      'cap_exceeded',
      `The plan deletes ${most} chats of one user; at most ${caps.perUser} may be deleted.`,
    );
}

/** Decides whether the plan is approved by the people whose keys count now. */
async function approve(
  { digest }: RetentionPlan,
  { store, approvers, approvals = [], madeBy }: ApplyRetentionOptions,
  checked: Approvers,
): Promise<Pick<ApprovedPlan, 'approvals' | 'madeBy'>> {
  const { status, signaturesRequired, digest: policy } = await approversInForce({ store, approvers });
  if (status === 'changed' && signaturesRequired > 0)
    throw new RetentionError(
      'approvers_changed',
      `The approvers differ from those in force. ${signaturesRequired} of the earlier ones must sign ${policy} first.`,
    );
  return requireApproved({ digest, approvals, madeBy }, checked, await store.now());
}

async function checkTimeAndHolds(plan: RetentionPlan, store: Store): Promise<void> {
  if ((await store.now()) >= Date.parse(plan.expires_at))
    throw new RetentionError('plan_expired', `The plan expired at ${plan.expires_at}. Make a new plan.`);
  await requireKnownHolds(plan, store);
}
