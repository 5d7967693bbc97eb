/** What a few requests show of an organization. */
import type { ComplianceClient } from '@parlance/compliance';
import type { ExportDefinition } from '../definition/export-definition.js';
import { isoTime } from '../definition/duration.js';
import { partitionUsers } from '../definition/partition-users.js';
import { sampleChats, type ChatSample } from './sample-chats.js';

/** The most groups of ten people that are asked. */
const MOST = 50;
const DAY_MS = 86_400_000;
const ACTIVITIES = 2_000;

/** What was found. */
export interface Measured {
  readonly facts: Readonly<Record<string, number>>;
  readonly sample: Pick<ChatSample, 'people' | 'chats'> | null;
  /** Lists of messages for a chat, and bytes of a message; undefined if none was read. */
  readonly listsPerChat?: number | undefined;
  readonly messageBytes?: number | undefined;
  /** Relative standard error of the requests for chats. */
  readonly spread: number;
}

/**
 * Counts the users, and asks some of them for their chats and activities.
 *
 * @param options - Without a client, nothing is asked. A number of users that is known is not counted, and nobody is asked.
 */
export async function measure(
  definition: ExportDefinition,
  options: { readonly compliance?: ComplianceClient | undefined; readonly users?: number | undefined },
): Promise<Measured> {
  const { compliance } = options;
  const from = definition.activities.from;
  const nowMs = Date.now();
  if (compliance === undefined || options.users !== undefined)
    return {
      facts: from === undefined ? {} : { historyDays: daysSince(from, nowMs) },
      sample: null,
      spread: 0,
    };
  const { users, oldest } = await readUsers(compliance);
  const facts: Record<string, number> = { users: users.length };
  const start = from ?? oldest;
  if (start !== undefined) facts['historyDays'] = daysSince(start, nowMs);
  if (definition.sources.has('activities'))
    facts['activitiesPerUserAndDay'] =
      (await activitiesPerDay(compliance, facts['historyDays'] ?? 1)) / Math.max(1, users.length);
  if (!definition.sources.has('chats') || users.length === 0) return { facts, sample: null, spread: 0 };
  const sample = await sampleChats({
    compliance,
    definition,
    groups: partitionUsers(definition.chats.userIds ?? users),
    most: MOST,
    to: definition.chats.backfillTo ?? isoTime(nowMs),
    pagesOf: (list) => list(null),
    onRequest: () => {},
  });
  const { people, chats, changedPerDay, perChat, spread } = sample;
  facts['chatsPerUser'] = chats / people;
  facts['changedChatsPerUserAndDay'] = changedPerDay / people;
  if (perChat !== null) {
    facts['messagesPerChat'] = perChat.messages;
    facts['filesPerChat'] = perChat.files;
  }
  const messageBytes =
    perChat === null || perChat.messages === 0 ? undefined : perChat.bytes / perChat.messages;
  return { facts, sample: { people, chats }, listsPerChat: perChat?.requests, messageBytes, spread };
}

async function readUsers(
  compliance: ComplianceClient,
): Promise<{ readonly users: readonly string[]; readonly oldest: string | undefined }> {
  const users: string[] = [];
  const created: string[] = [];
  for await (const { uuid, created_at } of compliance.organizations.list()) {
    created.push(isoTime(Date.parse(created_at)));
    for await (const { id } of compliance.organizations.listUsers(uuid, { limit: 1_000 })) users.push(id);
  }
  return { users, oldest: created.toSorted()[0] };
}

/** Returns the activities of a day: of the time that the newest page covers. */
async function activitiesPerDay(compliance: ComplianceClient, historyDays: number): Promise<number> {
  const { data, checkpoint } = await compliance.activities.list({ limit: ACTIVITIES });
  const times = data.map(({ created_at }) => Date.parse(created_at ?? '')).filter((ms) => !Number.isNaN(ms));
  if (checkpoint.done === true || times.length < 2) return data.length / Math.max(1, historyDays);
  const [newest = 0, oldest = 0] = [times[0], times.at(-1)];
  return data.length / (Math.max(1, newest - oldest) / DAY_MS);
}

function daysSince(time: string, nowMs: number): number {
  return Math.max(0, (nowMs - Date.parse(time)) / DAY_MS);
}
