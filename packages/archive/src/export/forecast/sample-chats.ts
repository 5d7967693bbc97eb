/** Asks a sample of people for their chats before an export reads them, and a few of these chats for their length. */
import { NotFoundError, type Checkpoint, type Page } from '@parlance/core-transport';
import type { ComplianceClient } from '@parlance/compliance';
import type { Chat, ChatMessage } from '@parlance/schemas';
import { Samples } from '../../certificates/samples.js';
import { isoTime } from '../definition/duration.js';
import type { ExportDefinition } from '../definition/export-definition.js';
import { attachmentsOf } from '../../records/attachments.js';
import { CHATS_PER_PAGE } from '../reading/read-partition.js';

/** Groups of ten people that are asked in any case: 50 people. */
export const FEWEST_GROUPS = 5;
/** More are asked until the error of their mean is this small, or the questions are this share of all requests. */
const PRECISE = 0.04;
const SHARE = 0.04;
/** The most chats whose messages are listed, and the fewest. */
const MOST_CHATS = 20;
const FEWEST_CHATS = 3;
const PAGE = 1_000;
const RECENT_DAYS = 7;

/** What {@link sampleChats} needs. */
export interface SampleParts {
  readonly compliance: ComplianceClient;
  readonly definition: Pick<ExportDefinition, 'sources' | 'chats'>;
  /** All people, in groups of at most ten in a random order. */
  readonly groups: readonly (readonly string[])[];
  /** Number of groups, if `groups` has only the first of them. */
  readonly total?: number;
  /** The most groups that are asked. */
  readonly most: number;
  /** Bound of the chats: they were created before it. */
  readonly to: string;
  /** Lists the pages; it may wait while the service is unavailable. */
  readonly pagesOf: <Item>(
    list: (resumeFrom: Checkpoint | null) => AsyncIterable<Page<Item>>,
  ) => AsyncIterable<Page<Item>>;
  /** Called with the id of each request. */
  readonly onRequest: (id: string | null) => void;
  /** Called with the position of each group that was asked, and the creation times of its chats. */
  readonly onGroup?: (index: number, created: readonly string[]) => Promise<void>;
}

/** What a chat needs and has. */
interface ChatNeeds {
  /** Lists of its messages. */
  readonly requests: number;
  readonly messages: number;
  readonly files: number;
  /** Size of the messages as JSON. */
  readonly bytes: number;
}

/** What a sample of people has. */
export interface ChatSample {
  /** People who were asked. */
  readonly people: number;
  /** Their chats. */
  readonly chats: number;
  /** Chats that they created or changed in a day of the last week. */
  readonly changedPerDay: number;
  /** Means of the chats whose messages were listed; null if there were none. */
  readonly perChat: ChatNeeds | null;
  /** Standard error of the number of requests that it predicts, relative to it. */
  readonly spread: number;
}

/** Asks people in their order until the sample is precise enough. */
export async function sampleChats(parts: SampleParts): Promise<ChatSample> {
  const { definition, groups, total = groups.length } = parts;
  const asked = new Asked(parts);
  for (const [index, group] of groups.entries()) {
    const isEnough =
      errorOf(asked.counts, total) <= PRECISE || asked.requests >= SHARE * asked.expected(total);
    if (index >= FEWEST_GROUPS && (index >= parts.most || isEnough)) break;
    await asked.group(index, group);
  }
  const needs: ChatNeeds[] = [];
  if (definition.sources.has('messages')) {
    const most = Math.max(FEWEST_CHATS, Math.min(MOST_CHATS, Math.round(SHARE * asked.expected(total))));
    for (const chat of asked.chosen.list.slice(0, most)) needs.push(await needsOf(chat, parts));
  }
  const ofChats = errorOf(asked.counts, total);
  const ofNeeds = errorOf(
    needs.map(({ requests, files }) => requests + files),
    Infinity,
  );
  return {
    people: asked.people,
    chats: asked.chats,
    changedPerDay: asked.recent / RECENT_DAYS,
    perChat: needs.length === 0 ? null : meanOf(needs),
    spread: Math.hypot(ofChats, ofNeeds),
  };
}

/** The answers of the groups that were asked. */
class Asked {
  people = 0;
  chats = 0;
  recent = 0;
  requests = 0;
  readonly counts: number[] = [];
  readonly chosen: Samples<Chat> = new Samples(MOST_CHATS);
  readonly #parts: SampleParts;
  readonly #recentFrom: number;

  constructor(parts: SampleParts) {
    this.#parts = parts;
    this.#recentFrom = Date.parse(parts.to) - RECENT_DAYS * 86_400_000;
  }

  async group(index: number, users: readonly string[]): Promise<void> {
    const { compliance, definition, pagesOf, onRequest, onGroup, to } = this.#parts;
    const { filter, from, to: end = to } = definition.chats;
    const created_at = { gte: from, lt: end < to ? end : to };
    const params = { ...filter, user_ids: [...users], created_at, limit: PAGE };
    const created: string[] = [];
    const list = (resumeFrom: Checkpoint | null): AsyncIterable<Page<Chat>> =>
      compliance.chats.list(params, { resumeFrom, priority: 'bulk' }).pages();
    for await (const { data, requestId } of pagesOf(list)) {
      onRequest(requestId);
      this.requests += 1;
      for (const chat of data) {
        this.chosen.add(chat.id, chat);
        created.push(isoTime(Date.parse(chat.created_at)));
        if (Date.parse(chat.updated_at) >= this.#recentFrom) this.recent += 1;
      }
    }
    this.people += users.length;
    this.chats += created.length;
    this.counts.push(created.length);
    await onGroup?.(index, created);
  }

  /** Returns the fewest requests of an export of so many groups. */
  expected(groups: number): number {
    const perChat = this.#parts.definition.sources.has('messages') ? 1 : 1 / CHATS_PER_PAGE;
    return groups * (1 + (this.chats / Math.max(1, this.counts.length)) * perChat);
  }
}

/** A chat that is gone, or that the export leaves out, has nothing to read. */
async function needsOf(
  chat: Chat,
  { compliance, definition, pagesOf, onRequest }: SampleParts,
): Promise<ChatNeeds> {
  const needs = { requests: 0, messages: 0, files: 0, bytes: 0 };
  if (definition.chats.when?.(chat) === false) return needs;
  const savesFiles = definition.sources.has('files') && definition.chats.savesFilesOf(chat);
  const list = (resumeFrom: Checkpoint | null): AsyncIterable<Page<ChatMessage>> =>
    compliance.chats.messages(chat.id, { limit: PAGE }, { resumeFrom, priority: 'bulk' }).pages();
  try {
    for await (const { data, requestId } of pagesOf(list)) {
      onRequest(requestId);
      needs.requests += 1;
      needs.messages += data.length;
      needs.bytes += Buffer.byteLength(JSON.stringify(data));
      if (savesFiles) needs.files += data.flatMap(attachmentsOf).length;
    }
  } catch (error) {
    if (!NotFoundError.is(error)) throw error;
    onRequest(error.requestId);
    needs.requests += 1;
  }
  return needs;
}

function meanOf(needs: readonly ChatNeeds[]): ChatNeeds {
  const mean = (name: keyof ChatNeeds): number =>
    needs.reduce((sum, one) => sum + one[name], 0) / needs.length;
  return {
    requests: mean('requests'),
    messages: mean('messages'),
    files: mean('files'),
    bytes: mean('bytes'),
  };
}

/** Returns the standard error of a mean, relative to it. Without repetition, a sample of everything has none. */
function errorOf(values: readonly number[], total: number): number {
  const { length } = values;
  if (length >= total) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / length;
  if (length < 2 || mean === 0) return 1;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (length - 1);
  return (Math.sqrt(variance / length) / mean) * Math.sqrt(1 - length / total);
}
