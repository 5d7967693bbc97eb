import { checkRecord, isA, must, withMethods, type Checks } from '@parlance/core-transport/internal';
import { milliseconds, requireOptions, wrong } from '../option-checks.js';
import { digestOf } from '../certificates/digest.js';
import { capsChecks, type RetentionCaps } from './apply-options.js';
import { checkApprovers, type ApproverPolicy } from './approvers.js';
import type { Archive } from '../reader/open-archive.js';
import { listChatUnits, readArchivedUnit, type ArchivedChat } from './archived-chats.js';
import { HoldMatcher } from './hold-match.js';
import type { Hold } from './hold.js';
import type { Holds } from './holds.js';
import { deletedChats } from './journal.js';
import { archiveOrganizations, requireStoreOf } from './one-organization.js';
import {
  readRetentionPlan,
  writeRetentionPlan,
  type PlanHeader,
  type PlanLine,
  type PlannedDeletion,
  type PlanOutcome,
  type RetentionPlan,
} from './plan-file.js';
import { PlanMatches } from './plan-matches.js';
import { checkRules, decide, type ResolvedRuleReference, type RetentionRule } from './rules.js';
import { Samples } from '../certificates/samples.js';
import { archiveObjects } from '../scopes/archive-objects.js';
import type { TypedReference } from '../scopes/reference.js';
import { requireResolved, resolveReferences } from '../scopes/resolve-references.js';

/** Options for {@link planRetention}. */
export interface PlanRetentionOptions {
  /** The archive. Only chats that are completely in it become part of the plan. */
  readonly archive: Archive;
  /** The policy. The first rule that applies to a chat decides; chats without a rule are kept. */
  readonly rules: readonly RetentionRule[];
  /** The holds. Chats that one of them keeps are not part of the plan. */
  readonly holds: Holds;
  /** File to write the plan to. An existing file is replaced. */
  readonly file: string;
  /** Who must approve the plan; `none` if nobody must. */
  readonly approvers: ApproverPolicy | 'none';
  /** What no run may exceed. Default: {@link applyRetention} must be called with `maxChats`. */
  readonly caps?: RetentionCaps | undefined;
  /** Time for which the rules are evaluated. Default: now. The same archive, rules, holds and time make the same file. */
  readonly asOf?: Date | undefined;
  /** How long the plan can be applied, in milliseconds from `asOf`. Default: 7 days. */
  readonly expiresInMs?: number | undefined;
  /**
   * Whether to delete chats though contents of their files are not archived, because the export did not save files. Their files are lost.
   * Default: false.
   */
  readonly allowMissingFiles?: boolean | undefined;
  /** Ids of the only chats that may become part of the plan; others count as `no_rule`. Default: all that the rules delete. */
  readonly chats?: readonly string[] | undefined;
  /** Stops planning. */
  readonly signal?: AbortSignal | undefined;
}

const DAY_MS = 86_400_000;
const SAMPLES = 20;

const checks: Checks = {
  archive: withMethods('certificates', 'records'),
  rules: must('an array', Array.isArray),
  holds: withMethods('list', 'add'),
  file: must('a file name', (value) => typeof value === 'string' && value !== ''),
  approvers: must("an object, or 'none'", (value) => value === 'none' || typeof value === 'object'),
  caps: capsChecks,
  asOf: must('a date', (value) => value instanceof Date && !Number.isNaN(value.getTime())),
  expiresInMs: milliseconds,
  allowMissingFiles: isA('boolean'),
  chats: must('an array', Array.isArray),
  signal: isA('object'),
};

/**
 * Plans which chats a retention policy deletes, from an archive, and writes the plan to a file. Nothing is deleted and no request is sent.
 *
 * A chat becomes part of the plan only if a rule deletes it, no hold keeps it, and all of its messages and files are in the archive. No plan is
 * made while a hold or a rule matches nothing, because it probably has a wrong id.
 *
 * @param options - Archive, policy, holds and file.
 * @returns The plan, for review. {@link applyRetention} applies it.
 * @throws {ConfigError} When an option is invalid, or a rule names a user or project that the archive does not know, or that several have the
 *   name of.
 * @throws {RetentionError} With code `hold_matches_nothing` or `rule_matches_nothing`, or with `other_organization` when archive and holds belong to
 *   different organizations.
 * @throws {ArchiveError} When the archive is damaged.
 */
export async function planRetention(options: PlanRetentionOptions): Promise<RetentionPlan> {
  checkRecord('', options, checks);
  requireOptions(options, ['archive', 'rules', 'approvers', 'holds', 'file']);
  checkRules(options.rules);
  const { archive, file, holds, rules } = options;
  const organizations = archiveOrganizations(archive);
  await requireStoreOf(holds.store, organizations);
  const resolved = await resolveRules(archive, rules);
  const held = await holds.list();
  const header = await headerOf(options, held, { ...resolved, organizations });
  await writeRetentionPlan(file, planLines(options, held, header));
  return readRetentionPlan(file);
}

/** Decides about all chats. Yields those to delete, between the header and the summary. */
async function* planLines(
  { archive, holds, chats: only, signal }: PlanRetentionOptions,
  held: readonly Hold[],
  header: PlanHeader,
): AsyncGenerator<PlanLine, void, undefined> {
  yield header;
  const matcher = new HoldMatcher(held);
  const matches = new PlanMatches(held, header.rules);
  const tally = new PlanTally(header.rules, only);
  const deletions = await deletedChats(holds.store);
  const { units } = await listChatUnits(archive, archive.manifest.certificates);
  for (const [name, unit] of units) {
    signal?.throwIfAborted();
    const { chats } = await readArchivedUnit(archive, { name, ...unit }, matcher);
    for (const chat of chats.values()) {
      const deletedAt = deletions.get(chat.chat.id);
      const isGone = chat.isGone || (deletedAt !== undefined && deletedAt >= chat.sealedAt);
      const decided = tally.add(header, name, { ...chat, isGone });
      matches.add(chat, decided);
      if (decided.deletion !== null) yield decided.deletion;
    }
    tally.endUnit();
  }
  yield { type: 'summary', ...tally.summary(), ...(await matches.finish(archive)) };
}

/**
 * Checks a retention policy, as {@link planRetention} does. Whether an archive knows the people and projects of its rules is checked there.
 *
 * @param policy - Rules and approvers.
 * @throws {ConfigError} When a rule or an approver is invalid.
 */
export function checkRetentionPolicy(policy: {
  readonly rules: readonly RetentionRule[];
  readonly approvers: ApproverPolicy | 'none';
}): void {
  checkRules(policy.rules);
  checkApprovers(policy.approvers);
}

/** Returns the digest of a policy: its rules, in order, the number of approvals and the caps. */
export function policyDigest(policy: Pick<PlanHeader, 'rules' | 'approvals' | 'caps'>): string {
  const { rules, approvals, caps } = policy;
  return digestOf({ rules, approvals, caps });
}

async function headerOf(
  options: PlanRetentionOptions,
  held: readonly Hold[],
  known: ResolvedRules & Pick<PlanHeader, 'organizations'>,
): Promise<PlanHeader> {
  const { archive, holds, caps = null, expiresInMs = 7 * DAY_MS } = options;
  const { required: approvals } = checkApprovers(options.approvers);
  const now = await holds.store.now();
  const asOf = options.asOf?.getTime() ?? now;
  if (asOf > now) throw wrong('asOf', 'must not be in the future');
  const { export: name, certificates, head } = archive.manifest;
  return {
    type: 'plan',
    format: 4,
    ...known,
    // The digest of what was written, so that the policy can be compared without the archive.
    policy: policyDigest({ rules: options.rules, approvals, caps }),
    approvals,
    caps,
    holds: held.map(({ id }) => id).sort(),
    as_of: new Date(asOf).toISOString(),
    expires_at: new Date(asOf + expiresInMs).toISOString(),
    archive: { export: name, certificates, head },
    allow_missing_files: options.allowMissingFiles === true,
  };
}

/** What a plan decides about a chat, and its line of the plan if it is to be deleted. */
interface Decided {
  readonly outcome: PlanOutcome;
  /** Name of the rule that decides; null if there is none. */
  readonly rule: string | null;
  readonly deletion: PlannedDeletion | null;
}

const NONE = { to_delete: 0, kept_by_rule: 0, too_recent: 0, held: 0, not_archived: 0, gone: 0 };

/** Counts what a plan decides. */
class PlanTally {
  readonly #counts = { archived: 0, no_rule: 0, ...NONE };
  readonly #byRule: Map<string, typeof NONE>;
  #users: Map<string, number> = new Map();
  #mostOfOneUser = 0;
  readonly #samples: Samples<PlannedDeletion> = new Samples(SAMPLES);

  readonly #only: ReadonlySet<string> | null;

  constructor(rules: readonly RetentionRule[], only: readonly string[] | undefined) {
    this.#only = only === undefined ? null : new Set(only);
    this.#byRule = new Map(rules.map(({ name }) => [name, { ...NONE }]));
  }

  /** Decides about a chat. Returns its line of the plan, if it is to be deleted. */
  add(header: PlanHeader, unit: string, archived: ArchivedChat): Decided {
    this.#counts.archived += 1;
    const { chat, changedAt } = archived;
    const project = chat.project_id ?? null;
    const ruled = { user: chat.user.id, project, changedAt };
    const { decision, rule } =
      this.#only?.has(chat.id) === false
        ? { decision: 'no_rule' as const, rule: null }
        : decide(header.rules, ruled, Date.parse(header.as_of));
    const outcome = archived.isGone
      ? 'gone'
      : decision === 'delete'
        ? obstacleOf(header, archived)
        : decision;
    this.#counts[outcome] += 1;
    const ofRule = rule === null ? undefined : this.#byRule.get(rule);
    if (ofRule !== undefined && outcome !== 'no_rule') ofRule[outcome] += 1;
    if (outcome !== 'to_delete' || rule === null) return { outcome, rule, deletion: null };
    const deletion: PlannedDeletion = {
      type: 'delete',
      chat: chat.id,
      user: chat.user.id,
      project,
      updated_at: chat.updated_at,
      rule,
      unit,
      digest: archived.digest,
    };
    const ofUser = (this.#users.get(chat.user.id) ?? 0) + 1;
    this.#users.set(chat.user.id, ofUser);
    this.#mostOfOneUser = Math.max(this.#mostOfOneUser, ofUser);
    this.#samples.add(deletion.chat, deletion);
    return { outcome, rule, deletion };
  }

  /** A user's chats are in one unit, so that the numbers of users need not be kept for longer. */
  endUnit(): void {
    this.#users = new Map();
  }

  summary(): Pick<RetentionPlan, 'counts' | 'by_rule' | 'most_of_one_user' | 'samples'> {
    return {
      counts: this.#counts,
      by_rule: Object.fromEntries(this.#byRule),
      most_of_one_user: this.#mostOfOneUser,
      samples: this.#samples.list,
    };
  }
}

/** Returns why a chat that a rule deletes is kept; `to_delete` if nothing speaks against it. */
function obstacleOf(
  header: PlanHeader,
  { holds, messages, missingFiles }: ArchivedChat,
): 'held' | 'not_archived' | 'to_delete' {
  if (holds.length > 0) return 'held';
  if (messages === null) return 'not_archived';
  return missingFiles > 0 && !header.allow_missing_files ? 'not_archived' : 'to_delete';
}

/** Rules with the ids of their users and projects, and what was found. */
type ResolvedRules = Pick<PlanHeader, 'rules' | 'resolved'>;

/**
 * Resolves the users and projects of a policy.
 *
 * @throws {ConfigError} When the archive does not know one, or several objects have its name. The message names the field, and what is similar.
 */
async function resolveRules(archive: Archive, rules: readonly RetentionRule[]): Promise<ResolvedRules> {
  const places = rules.flatMap(({ name: rule, users = [], projects = [] }, index): readonly Place[] => [
    ...users.map((typed, at) => ({ kind: 'user' as const, typed, rule, path: `rules.${index}.users.${at}` })),
    ...projects.flatMap((typed, at) =>
      typed === null
        ? []
        : [{ kind: 'project' as const, typed, rule, path: `rules.${index}.projects.${at}` }],
    ),
  ]);
  if (places.length === 0) return { rules, resolved: [] };
  const resolutions = await resolveReferences(archiveObjects(archive), places);
  const resolved: ResolvedRuleReference[] = [];
  const ids = new Map<string, string>();
  for (const [index, resolution] of resolutions.entries()) {
    const { kind = 'user' as const, typed = '', rule = '', path = 'rules' } = places[index] ?? {};
    const reference = requireResolved(resolution, { kind, path });
    ids.set(`${kind} ${typed}`, reference.id);
    resolved.push({ ...reference, rule });
  }
  const idOf = (kind: string, typed: string): string => ids.get(`${kind} ${typed}`) ?? typed;
  return {
    rules: rules.map((rule) => ({
      ...rule,
      users: rule.users?.map((user) => idOf('user', user)),
      projects: rule.projects?.map((project) => project && idOf('project', project)),
    })),
    resolved,
  };
}

interface Place extends TypedReference {
  readonly rule: string;
  readonly path: string;
}
