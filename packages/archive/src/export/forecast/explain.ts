import type { ComplianceClient } from '@parlance/compliance';
import { ConfigError } from '@parlance/schemas/kit';
import { wrong } from '../../option-checks.js';
import { defined, type ExportDefinition } from '../definition/export-definition.js';
import { limitOf, requireFit } from '../definition/schedule.js';
import { measure } from './measure.js';

/** Options for `explain`: what is known or assumed of the organization. */
export interface ExplainOptions {
  /** Counts the users, asks 50 to 500 of them for their chats, and learns the rate limit. Without it, no request is sent. */
  readonly compliance?: ComplianceClient | undefined;
  /** Number of users. Default: as counted with `compliance`. */
  readonly users?: number | undefined;
  /** Chats per user. Default: those of the people who were asked, else 100. */
  readonly chatsPerUser?: number | undefined;
  /** Messages per chat. Default: those of some chats of these people, else 10. */
  readonly messagesPerChat?: number | undefined;
  /** Files per chat. Default: those of the same chats, else 0.1. */
  readonly filesPerChat?: number | undefined;
  /** Chats that a user creates or changes in a day. Default: those of the last week, else 1. */
  readonly changedChatsPerUserAndDay?: number | undefined;
  /** Activities of a user in a day. Default: from the last 2,000, else 10. */
  readonly activitiesPerUserAndDay?: number | undefined;
  /** Age of the organization, in days. Default: since its creation or `activities.from`, else 365. */
  readonly historyDays?: number | undefined;
  /** Upper bound of the rate limit. Default: the limit in the responses to `compliance`; if they include none, or without a client, 300. */
  readonly requestsPerMinute?: number | undefined;
  /** Share of the limit that is left to other tools. Default: 0.1. */
  readonly reserve?: number | undefined;
}

/** Requests by what they read. */
export interface RequestEstimate {
  /** Lists of organizations, users and projects. */
  readonly directory: number;
  /** Lists of activities. */
  readonly activities: number;
  /** Lists of chats. */
  readonly chats: number;
  /** Lists of messages: at least one for each chat. */
  readonly messages: number;
  /** Downloads. */
  readonly files: number;
  /** Also the number of activities `compliance_api_accessed` that the export causes. */
  readonly total: number;
}

/** A part of an export on the disk. */
export interface DiskEstimate {
  /** Name of the sink (`ndjson` is the archive, `sqlite` the search), or `files` for downloaded files, which are part of the archive too. */
  readonly part: string;
  /** Size in bytes; null for downloaded files, whose size is not known before. */
  readonly bytes: number | null;
  /** Number of files. */
  readonly files: number;
}

/** What an export will need, as `explain` estimates it. */
export interface ExportEstimate {
  /** The assumptions, with the defaults. */
  readonly assumptions: { readonly [Name in Exclude<keyof ExplainOptions, 'compliance'>]-?: number };
  /** The first run. */
  readonly first: RequestEstimate & {
    /** Duration at the rate limit, in days. */
    readonly days: number;
    /** Fewest days that are likely: from how much the people who were asked differ, or else with half as many chats. */
    readonly minDays: number;
    /** Most days that are likely: from the same, or else with twice as many chats. */
    readonly maxDays: number;
    /** Size of the records, uncompressed and without files, in bytes. */
    readonly bytes: number;
    /** Disk space that it takes, by part. */
    readonly disk: readonly DiskEstimate[];
  };
  /** Changes that pile up during the first run, and further ones while they are read. Zero for an export with `once`. */
  readonly catchUp: { readonly requests: number; readonly days: number };
  /** Who was asked; null if nobody was. */
  readonly sample: { readonly people: number; readonly chats: number } | null;
  /** Each day after that, with one run per day. Zero for an export with `once`. */
  readonly daily: RequestEstimate & {
    /** Share of the rate limit, from 0 to 1. */
    readonly shareOfLimit: number;
  };
}

const NO_REQUESTS: RequestEstimate = {
  directory: 0,
  activities: 0,
  chats: 0,
  messages: 0,
  files: 0,
  total: 0,
};

type Assumptions = ExportEstimate['assumptions'];

const DAY_MS = 86_400_000;
const PAGE = { activities: 2_000, chats: 200, sweep: 1_000, messages: 1_000, users: 1_000 };
const BYTES = { activity: 700, chat: 600, message: 900, user: 300 };

/**
 * Estimates what an export needs.
 *
 * @throws {ExportError} With code `limit_exceeded` when the schedule does not fit into the rate limit.
 * @throws {ConfigError} When the number of users is unknown or an option is invalid.
 */
export async function explainExport(
  definition: ExportDefinition,
  options: ExplainOptions,
): Promise<ExportEstimate> {
  const measured = await measure(definition, options);
  const assumptions = assume({ ...measured.facts, ...defined(options) });
  const { requestsPerMinute, reserve } = assumptions;
  const perDay = requestsPerMinute * 1_440 * (1 - reserve);
  const isMeasured = options.messagesPerChat === undefined;
  const perChat =
    (isMeasured ? measured.listsPerChat : undefined) ??
    Math.max(1, assumptions.messagesPerChat / PAGE.messages);
  const first = firstRun(definition, assumptions, perChat);
  const daily = definition.once ? NO_REQUESTS : laterRuns(definition, assumptions, perChat);
  requireFit(definition.name, daily.total, perDay);
  const days = first.total / perDay;
  const ofChats = (first.chats + first.messages + first.files) / Math.max(1, first.total);
  const isAssumed = measured.sample === null;
  const [minDays, maxDays] = isAssumed
    ? [days * (1 - ofChats / 2), days * (1 + ofChats)]
    : rangeOf(days, measured.spread * ofChats);
  const catchUpDays = days / (1 - daily.total / perDay) - days;
  const bytes = bytesOf(definition, assumptions, measured.messageBytes);
  return {
    assumptions,
    first: { ...first, days, minDays, maxDays, bytes, disk: diskOf(definition, { ...first, bytes }) },
    catchUp: { requests: Math.ceil(catchUpDays * perDay), days: catchUpDays },
    daily: { ...daily, shareOfLimit: daily.total / (requestsPerMinute * 1_440) },
    sample: measured.sample,
  };
}

/** Returns the fewest and the most that are likely, from a relative standard error. */
export function rangeOf(expected: number, spread: number): readonly [fewest: number, most: number] {
  // About 95 % of the samples are within two standard errors; small ones vary more. A few requests are always sent again.
  const factor = 1.05 + 2.5 * spread;
  return [expected / factor, expected * factor];
}

function assume({ compliance, ...options }: ExplainOptions): Assumptions {
  const { users } = options;
  if (users === undefined)
    throw wrong('users', 'must be a number, unless compliance is passed to count them');
  const assumptions: Assumptions = {
    users,
    chatsPerUser: options.chatsPerUser ?? 100,
    messagesPerChat: options.messagesPerChat ?? 10,
    filesPerChat: options.filesPerChat ?? 0.1,
    changedChatsPerUserAndDay: options.changedChatsPerUserAndDay ?? 1,
    activitiesPerUserAndDay: options.activitiesPerUserAndDay ?? 10,
    historyDays: options.historyDays ?? 365,
    requestsPerMinute: limitOf(options.requestsPerMinute, compliance?.limits.requests?.limit),
    reserve: options.reserve ?? 0.1,
  };
  for (const [name, value] of Object.entries(assumptions))
    if (!(typeof value === 'number' && value >= 0 && Number.isFinite(value)))
      throw wrong(name, 'must be a number from 0');
  if (assumptions.requestsPerMinute === 0 || assumptions.reserve >= 1)
    throw new ConfigError('reserve', 'requestsPerMinute must be above 0, and reserve below 1');
  return assumptions;
}

function firstRun(
  definition: ExportDefinition,
  assumptions: Assumptions,
  listsPerChat: number,
): RequestEstimate {
  const { users, chatsPerUser, historyDays, activitiesPerUserAndDay } = assumptions;
  const { activities, order } = definition;
  const bands = order === 'newest-first' ? 3 : 1;
  const perDay = users * activitiesPerUserAndDay;
  const { historyMs, windowMs } = activities;
  const daysOfWindow = historyMs / DAY_MS;
  const isDivided = perDay * daysOfWindow > PAGE.activities;
  // Long windows are divided in days, those that a page does not hold, and the one that has not ended.
  const days = daysOfWindow <= 1 ? 0 : isDivided ? historyDays : daysOfWindow / 2;
  const windows = historyDays / daysOfWindow + days + DAY_MS / windowMs;
  return estimate(definition, assumptions, {
    windows,
    activities: perDay * historyDays,
    lists: Math.ceil(users / 10) * bands,
    chats: users * chatsPerUser,
    listsPerChat,
  });
}

function laterRuns(
  definition: ExportDefinition,
  assumptions: Assumptions,
  listsPerChat: number,
): RequestEstimate {
  const { users, chatsPerUser, changedChatsPerUserAndDay, activitiesPerUserAndDay } = assumptions;
  const { activities, chats } = definition;
  const sweepMs = chats.guidedBy === 'lists' ? DAY_MS : chats.sweepMs;
  // At most everybody is active; a sweep lists everybody once more.
  const active = Math.min(users, users * changedChatsPerUserAndDay);
  const sweep = Math.max(Math.ceil(users / 10), Math.ceil((users * chatsPerUser) / PAGE.sweep));
  const lists = Math.ceil(active / 10) + (sweep * DAY_MS) / sweepMs;
  const reads = 1 + activities.recheck.length;
  return estimate(definition, assumptions, {
    windows: (DAY_MS / activities.windowMs) * reads,
    activities: users * activitiesPerUserAndDay * reads,
    lists,
    chats: users * changedChatsPerUserAndDay,
    listsPerChat,
  });
}

type Amounts = Readonly<Record<'windows' | 'activities' | 'lists' | 'chats' | 'listsPerChat', number>>;

function estimate(
  { sources }: ExportDefinition,
  { users, filesPerChat }: Assumptions,
  { windows, activities, lists, chats, listsPerChat }: Amounts,
): RequestEstimate {
  const requests = {
    directory: 1 + Math.ceil(users / PAGE.users),
    activities: sources.has('activities') ? Math.ceil(windows + activities / PAGE.activities) : 0,
    chats: sources.has('chats') ? Math.ceil(lists + chats / PAGE.chats) : 0,
    messages: sources.has('messages') ? Math.ceil(chats * listsPerChat) : 0,
    files: sources.has('files') ? Math.ceil(chats * filesPerChat) : 0,
  };
  return { ...requests, total: Object.values(requests).reduce((sum, count) => sum + count, 0) };
}

function bytesOf(
  { sources }: ExportDefinition,
  assumptions: Assumptions,
  messageBytes = BYTES.message,
): number {
  const { users, chatsPerUser, messagesPerChat, activitiesPerUserAndDay, historyDays } = assumptions;
  const chats = users * chatsPerUser;
  return Math.ceil(
    (sources.has('directory') ? users * BYTES.user : 0) +
      (sources.has('activities') ? users * activitiesPerUserAndDay * historyDays * BYTES.activity : 0) +
      (sources.has('chats') ? chats * BYTES.chat : 0) +
      (sources.has('messages') ? chats * messagesPerChat * messageBytes : 0),
  );
}

function diskOf(
  { sinks }: ExportDefinition,
  { activities, chats, files, bytes }: RequestEstimate & { readonly bytes: number },
): readonly DiskEstimate[] {
  const written = { bytes, revisions: 1 + activities + chats };
  const parts = sinks.flatMap(({ name: part, disk }) => {
    const used = disk?.(written);
    return used === undefined ? [] : [{ part, bytes: Math.ceil(used.bytes), files: used.files }];
  });
  return files === 0 ? parts : [...parts, { part: 'files', bytes: null, files }];
}
