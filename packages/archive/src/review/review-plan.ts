import { checkRecord, isA, must, withMethods, type Checks } from '@parlance/core-transport/internal';
import type { Archive } from '../reader/open-archive.js';
import type { Hold } from '../retention/hold.js';
import type { Holds } from '../retention/holds.js';
import {
  readPlannedDeletions,
  readRetentionPlan,
  type PlannedDeletion,
  type RetentionPlan,
} from '../retention/plan-file.js';
import { PlannedChats } from '../retention/verify-planned-chat.js';

/** Options for {@link reviewRetentionPlan}. */
export interface ReviewPlanOptions {
  /** The archive that the plan was made from. */
  readonly archive: Archive;
  /** The holds of its store, so that the review has their reasons. */
  readonly holds: Holds;
  /** File of an earlier plan to compare with. Default: none. */
  readonly previous?: string | undefined;
  /** Rate limit of the organization, above 0. Default: 600. */
  readonly requestsPerMinute?: number | undefined;
}

/** A person whose chats a plan deletes. */
export interface PlannedPerson {
  /** Id of the user. */
  readonly id: string;
  /** Name as listed last; null for people whom no list had. */
  readonly name: string | null;
  /** E-mail address as archived last; null if the archive has none. */
  readonly email: string | null;
  /** Number of chats to delete. */
  readonly to_delete: number;
}

/** How a plan differs from an earlier one. */
export interface PlanChange {
  /** Digest of the earlier plan. */
  readonly previous: string;
  /** Time for which its rules were evaluated (RFC 3339). */
  readonly as_of: string;
  /** Number of chats that it did not have. */
  readonly added: number;
  /** Number of chats that only it has: they were deleted, changed, or are kept now. */
  readonly removed: number;
  /** Whether both were made under the same policy. */
  readonly same_policy: boolean;
  /** Ids of holds that it did not have. */
  readonly holds_added: readonly string[];
  /** Ids of holds that only it has. */
  readonly holds_removed: readonly string[];
}

/** A chat that a plan deletes, as people know it. */
export interface ReviewedChat extends PlannedDeletion {
  /** Title of the chat, as planned. */
  readonly title: string;
  /** E-mail address of its user. */
  readonly email: string;
  /** Whether the earlier plan did not have it; null without an earlier plan. */
  readonly is_new: boolean | null;
}

/** A plan for people who decide about it. */
export interface PlanReview {
  /** The plan. */
  readonly plan: RetentionPlan;
  /** The people whose chats are deleted, most chats first. */
  readonly people: readonly PlannedPerson[];
  /** The holds of the plan, as far as the store still has them. */
  readonly holds: readonly Hold[];
  /** What changed since the earlier plan; null without one. */
  readonly change: PlanChange | null;
  /** Least number of requests: each chat is read again before it is deleted. Chats of more than 1,000 messages need more. */
  readonly requests: number;
  /** Days that these requests take at the limit, if nothing else uses it. */
  readonly days: number;
  /**
   * Reads the chats, those of a person one after the other. Memory is bounded by the partitions of the archive.
   *
   * @throws {RetentionError} With code `archive_changed` when the archive does not have a chat as planned.
   */
  chats(): AsyncGenerator<ReviewedChat, void, undefined>;
}

const REQUESTS_PER_CHAT = 2;
const MINUTES_PER_DAY = 1_440;
const DEFAULT_LIMIT = 600;

const checks: Checks = {
  archive: withMethods('records', 'chats'),
  holds: withMethods('list'),
  previous: isA('string'),
  requestsPerMinute: must('a number above 0', (value) => Number.isFinite(value) && (value as number) > 0),
};

/**
 * Prepares a plan for the people who decide about it: with names, titles, reasons of holds, what changed since an earlier plan, and how long it takes.
 *
 * @param file - File of the plan.
 * @param options - Archive, holds, and an earlier plan.
 * @returns The review. {@link planPage} makes a page of it.
 * @throws {RetentionError} With code `plan_damaged` or `archive_changed`.
 * @throws {ConfigError} When an option is invalid.
 */
export async function reviewRetentionPlan(file: string, options: ReviewPlanOptions): Promise<PlanReview> {
  checkRecord('', options, checks);
  const { archive, holds, previous, requestsPerMinute = DEFAULT_LIMIT } = options;
  const plan = await readRetentionPlan(file);
  const archived = await PlannedChats.open(archive, plan);
  const earlier = previous === undefined ? null : await readEarlier(previous);
  const numbers = new Map<string, number>();
  let added = 0;
  for await (const { chat, user } of readPlannedDeletions(file)) {
    numbers.set(user, (numbers.get(user) ?? 0) + 1);
    if (earlier !== null && !earlier.chats.has(chat)) added += 1;
  }
  const requests = plan.counts.to_delete * REQUESTS_PER_CHAT;
  return {
    plan,
    people: await peopleOf(archive, numbers),
    holds: (await holds.list()).filter(({ id }) => plan.holds.includes(id)),
    change: earlier && changeBetween(earlier, { plan, added }),
    requests,
    days: requests / (requestsPerMinute * MINUTES_PER_DAY),
    chats: () => reviewedChats(plan, archived, earlier),
  };
}

interface EarlierPlan {
  readonly plan: RetentionPlan;
  readonly chats: ReadonlySet<string>;
}

async function readEarlier(file: string): Promise<EarlierPlan> {
  const plan = await readRetentionPlan(file);
  const chats = new Set<string>();
  for await (const { chat } of readPlannedDeletions(file)) chats.add(chat);
  return { plan, chats };
}

function changeBetween(
  { plan: earlier, chats }: EarlierPlan,
  { plan, added }: { readonly plan: RetentionPlan; readonly added: number },
): PlanChange {
  return {
    previous: earlier.digest,
    as_of: earlier.as_of,
    added,
    removed: chats.size - (plan.counts.to_delete - added),
    same_policy: earlier.policy === plan.policy,
    holds_added: plan.holds.filter((id) => !earlier.holds.includes(id)),
    holds_removed: earlier.holds.filter((id) => !plan.holds.includes(id)),
  };
}

/** Names come from the directory, and addresses of people who were never in it from their chats. */
async function peopleOf(
  archive: Archive,
  numbers: ReadonlyMap<string, number>,
): Promise<readonly PlannedPerson[]> {
  const people = new Map<string, PlannedPerson>();
  for (const [id, number] of numbers) people.set(id, { id, name: null, email: null, to_delete: number });
  for await (const { id, body } of archive.records({ kinds: ['user'] })) {
    const person = people.get(id);
    if (person !== undefined) people.set(id, { ...person, name: body.full_name, email: body.email });
  }
  const unlisted = [...people.values()].filter(({ email }) => email === null).map(({ id }) => id);
  if (unlisted.length > 0)
    for await (const { record } of archive.chats({ users: unlisted })) {
      const person = people.get(record.body.user.id);
      if (person !== undefined) people.set(person.id, { ...person, email: record.body.user.email_address });
    }
  return [...people.values()].sort(
    (left, right) => right.to_delete - left.to_delete || (left.id < right.id ? -1 : 1),
  );
}

async function* reviewedChats(
  plan: RetentionPlan,
  archived: PlannedChats,
  earlier: EarlierPlan | null,
): AsyncGenerator<ReviewedChat, void, undefined> {
  for await (const unit of unitsOf(readPlannedDeletions(plan.file)))
    for (const planned of unit) {
      const { chat } = await archived.read(planned);
      yield {
        ...planned,
        title: chat.name,
        email: chat.user.email_address,
        is_new: earlier && !earlier.chats.has(planned.chat),
      };
    }
}

/** Collects the chats of a partition, to which all chats of a person belong, by person and time. */
async function* unitsOf(
  planned: AsyncIterable<PlannedDeletion>,
): AsyncGenerator<readonly PlannedDeletion[], void, undefined> {
  const key = ({ user, updated_at: at }: PlannedDeletion): string => `${user} ${at}`;
  const sorted = (chats: readonly PlannedDeletion[]): readonly PlannedDeletion[] =>
    chats.toSorted((left, right) => (key(left) < key(right) ? -1 : 1));
  let unit: PlannedDeletion[] = [];
  for await (const one of planned) {
    if (unit.length > 0 && unit[0]?.unit !== one.unit) {
      yield sorted(unit);
      unit = [];
    }
    unit.push(one);
  }
  if (unit.length > 0) yield sorted(unit);
}
