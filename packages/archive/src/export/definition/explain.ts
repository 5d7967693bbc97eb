import type { ComplianceClient } from '@parlance/compliance';
import { ConfigError } from '@parlance/schemas/kit';
import type { ExportDefinition } from './export-definition.js';
import { ExportError } from './export-error.js';

/** Options for `explain`: what is known or assumed of the organization. */
export interface ExplainOptions {
  /** Counts the users, and learns the rate limit, with a few requests. Without it, no request is sent. */
  readonly compliance?: ComplianceClient | undefined;
  /** Number of users. Default: as counted with `compliance`. */
  readonly users?: number | undefined;
  /** Chats per user. Default: 100. */
  readonly chatsPerUser?: number | undefined;
  /** Messages per chat. Default: 10. */
  readonly messagesPerChat?: number | undefined;
  /** Files per chat. Default: 0.1. */
  readonly filesPerChat?: number | undefined;
  /** Chats that a user creates or changes in a day. Default: 1. */
  readonly changedChatsPerUserAndDay?: number | undefined;
  /** Activities of a user in a day. Default: 10. */
  readonly activitiesPerUserAndDay?: number | undefined;
  /** Age of the organization, in days. Default: 365. */
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

/** What an export will need, as `explain` estimates it. */
export interface ExportEstimate {
  /** The assumptions, with the defaults. */
  readonly assumptions: { readonly [Name in Exclude<keyof ExplainOptions, 'compliance'>]-?: number };
  /** The first run. */
  readonly first: RequestEstimate & {
    /** Duration at the rate limit, in days. */
    readonly days: number;
    /** Size of the records, uncompressed and without files, in bytes. */
    readonly bytes: number;
  };
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
  const assumptions = await assume(options);
  const { requestsPerMinute, reserve } = assumptions;
  const perDay = requestsPerMinute * 1_440 * (1 - reserve);
  const first = firstRun(definition, assumptions);
  const daily = definition.once ? NO_REQUESTS : laterRuns(definition, assumptions);
  requireFit(definition.name, daily.total, perDay);
  return {
    assumptions,
    first: { ...first, days: first.total / perDay, bytes: bytesOf(definition, assumptions) },
    daily: { ...daily, shareOfLimit: daily.total / (requestsPerMinute * 1_440) },
  };
}

/** Returns the requests per minute that all tools may send together, as shared rate limiters do: 300 while nothing is known. */
export function limitOf(bound: number | undefined, reported: number | undefined): number {
  return Math.min(bound ?? Infinity, reported ?? bound ?? 300);
}

/**
 * Rejects a schedule that needs more requests than the rate limit allows.
 *
 * @param requests - Requests per day.
 * @param allowed - Allowed requests per day.
 * @throws {ExportError} With code `limit_exceeded`.
 */
export function requireFit(exportName: string, requests: number, allowed: number): void {
  if (requests <= allowed) return;
  throw new ExportError(
    'limit_exceeded',
    exportName,
    `the schedule needs ${Math.ceil(requests).toLocaleString('en')} requests per day, but the rate limit allows ${Math.floor(allowed).toLocaleString('en')}. Increase activities.window or chats.fullSweep, or reduce activities.recheck.`,
  );
}

/** Requests per day that do not depend on what users do: windows, rechecks, and sweeps. */
export function scheduledRequests(definition: ExportDefinition, users: number): number {
  const { activities, chats, sources } = definition;
  const windows = sources.has('activities')
    ? (DAY_MS / activities.windowMs) * (1 + activities.recheck.length)
    : 0;
  const sweepMs = chats.guidedBy === 'lists' ? DAY_MS : chats.sweepMs;
  const sweeps = sources.has('chats') ? (Math.ceil(users / 10) * DAY_MS) / sweepMs : 0;
  return windows + sweeps;
}

async function assume({ compliance, ...options }: ExplainOptions): Promise<Assumptions> {
  const users = options.users ?? (compliance === undefined ? undefined : await countUsers(compliance));
  if (users === undefined)
    throw new ConfigError('users', 'users must be a number, unless compliance is passed to count them');
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
      throw new ConfigError(name, `${name} must be a number from 0`);
  if (assumptions.requestsPerMinute === 0 || assumptions.reserve >= 1)
    throw new ConfigError('reserve', 'requestsPerMinute must be above 0, and reserve below 1');
  return assumptions;
}

async function countUsers(compliance: ComplianceClient): Promise<number> {
  let users = 0;
  for await (const { uuid } of compliance.organizations.list())
    for await (const _ of compliance.organizations.listUsers(uuid, { limit: 1_000 })) users += 1;
  return users;
}

function firstRun(definition: ExportDefinition, assumptions: Assumptions): RequestEstimate {
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
  return estimate(definition, {
    users,
    windows,
    activities: users * activitiesPerUserAndDay * historyDays,
    lists: Math.ceil(users / 10) * bands,
    chats: users * chatsPerUser,
    assumptions,
  });
}

function laterRuns(definition: ExportDefinition, assumptions: Assumptions): RequestEstimate {
  const { users, chatsPerUser, changedChatsPerUserAndDay, activitiesPerUserAndDay } = assumptions;
  const { activities, chats } = definition;
  const sweepMs = chats.guidedBy === 'lists' ? DAY_MS : chats.sweepMs;
  // At most everybody is active; a sweep lists everybody once more.
  const active = Math.min(users, users * changedChatsPerUserAndDay);
  const sweep = Math.max(Math.ceil(users / 10), Math.ceil((users * chatsPerUser) / PAGE.sweep));
  const lists = Math.ceil(active / 10) + (sweep * DAY_MS) / sweepMs;
  const reads = 1 + activities.recheck.length;
  return estimate(definition, {
    users,
    windows: (DAY_MS / activities.windowMs) * reads,
    activities: users * activitiesPerUserAndDay * reads,
    lists,
    chats: users * changedChatsPerUserAndDay,
    assumptions,
  });
}

interface Amounts {
  readonly users: number;
  readonly windows: number;
  readonly activities: number;
  readonly lists: number;
  readonly chats: number;
  readonly assumptions: Assumptions;
}

function estimate({ sources }: ExportDefinition, amounts: Amounts): RequestEstimate {
  const { users, windows, activities, lists, chats, assumptions } = amounts;
  const { messagesPerChat, filesPerChat } = assumptions;
  const requests = {
    directory: 1 + Math.ceil(users / PAGE.users),
    activities: sources.has('activities') ? Math.ceil(windows + activities / PAGE.activities) : 0,
    chats: sources.has('chats') ? Math.ceil(lists + chats / PAGE.chats) : 0,
    messages: sources.has('messages') ? Math.ceil(chats * Math.max(1, messagesPerChat / PAGE.messages)) : 0,
    files: sources.has('files') ? Math.ceil(chats * filesPerChat) : 0,
  };
  return { ...requests, total: Object.values(requests).reduce((sum, count) => sum + count, 0) };
}

function bytesOf({ sources }: ExportDefinition, assumptions: Assumptions): number {
  const { users, chatsPerUser, messagesPerChat, activitiesPerUserAndDay, historyDays } = assumptions;
  const chats = users * chatsPerUser;
  return Math.ceil(
    (sources.has('directory') ? users * BYTES.user : 0) +
      (sources.has('activities') ? users * activitiesPerUserAndDay * historyDays * BYTES.activity : 0) +
      (sources.has('chats') ? chats * BYTES.chat : 0) +
      (sources.has('messages') ? chats * messagesPerChat * BYTES.message : 0),
  );
}
