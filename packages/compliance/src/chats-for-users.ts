import { ConfigError } from '@parlance/core-transport';
import type { CallOptions, ListOptions, Page, Checkpoint, Paginator } from '@parlance/core-transport';
import type { Chat, ChatListParams } from '@parlance/schemas/compliance';
import { batches, type Batch } from './user-batches.js';

/** Filters of a walk over the chats of many users. */
export type ChatsForUsersParams = Omit<ChatListParams, 'user_ids' | 'after_id' | 'before_id'>;

/** Where a walk over the chats of many users can be resumed, also in another process: plain JSON. */
export interface ChatsForUsersCheckpoint {
  /** Index of the batch of ten users. */
  readonly batch: number;
  /** First user of that batch; tells whether the same users are given on resuming. */
  readonly firstUserId: string;
  /** Position within the batch; null for its beginning. */
  readonly page: Checkpoint | null;
}

/** Options of a walk over the chats of many users. */
export interface ChatsForUsersOptions extends CallOptions {
  /** Checkpoint of an earlier walk over the same users, from which this one goes on. */
  readonly resumeFrom?: ChatsForUsersCheckpoint | undefined;
  /** Batches whose first pages are fetched at the same time, 1 to 32. Default 4. */
  readonly concurrency?: number | undefined;
}

/** A page of the chats of ten users. */
export interface ChatsForUsersPage {
  /** Index of the batch of ten users. */
  readonly batch: number;
  /** The users of the batch. */
  readonly userIds: readonly string[];
  /** Their chats, oldest first. */
  readonly data: Chat[];
  /** Checkpoint after this page; null when it is known to be the last one. */
  readonly checkpoint: ChatsForUsersCheckpoint | null;
  /** Request id, null when the response carried none. */
  readonly requestId: string | null;
}

/** What a walk is made of. */
export interface ChatsForUsersParts {
  readonly userIds: Iterable<string> | AsyncIterable<string>;
  readonly params: ChatsForUsersParams;
  readonly options: ChatsForUsersOptions;
}

type List = (params: ChatListParams, options: ListOptions) => Paginator<Chat>;

const MOST_AT_ONCE = 32;

/** The chats of many users: `for await` gives the chats, {@link ChatsForUsers.pages} the pages of each batch of ten. */
export class ChatsForUsers implements AsyncIterable<Chat> {
  readonly #list: List;
  readonly #parts: ChatsForUsersParts;
  readonly #concurrency: number;

  /**
   * @param list - Lists the chats of up to ten users.
   * @param parts - Users, filters, options.
   * @throws `ConfigError` For a wrong option.
   */
  constructor(list: List, parts: ChatsForUsersParts) {
    const { concurrency = 4, resumeFrom } = parts.options;
    if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MOST_AT_ONCE)
      throw new ConfigError(
        'concurrency',
        `concurrency must be a whole number resumeFrom 1 to ${MOST_AT_ONCE}`,
      );
    if (
      resumeFrom !== undefined &&
      (!Number.isInteger(resumeFrom.batch) || typeof resumeFrom.firstUserId !== 'string')
    )
      throw new ConfigError(
        'resumeFrom',
        'resumeFrom must be the checkpoint of a page of chats.listForUsers',
      );
    this.#list = list;
    this.#parts = parts;
    this.#concurrency = concurrency;
  }

  /** Gives the chats. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Chat, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Gives the pages, batch after batch, empty ones too. */
  async *pages(): AsyncGenerator<ChatsForUsersPage, undefined> {
    const source = this.#remaining();
    const ahead: Started[] = [];
    try {
      let unstarted = await source.next();
      for (;;) {
        while (unstarted.done !== true && ahead.length < this.#concurrency) {
          ahead.push(this.#start(unstarted.value));
          unstarted = await source.next();
        }
        const current = ahead.shift();
        if (current === undefined) return;
        yield* read(current, ahead[0]?.batch ?? unstarted.value);
      }
    } finally {
      await source.return(undefined);
      await Promise.all(ahead.map((started) => started.pages.return(undefined)));
    }
  }

  /** Gives the batches from the checkpoint on. */
  async *#remaining(): AsyncGenerator<Batch, undefined> {
    const { resumeFrom } = this.#parts.options;
    let isFound = resumeFrom === undefined;
    for await (const batch of batches(this.#parts.userIds)) {
      if (resumeFrom !== undefined && batch.index < resumeFrom.batch) continue;
      isFound ||= batch.userIds[0] === resumeFrom?.firstUserId;
      if (!isFound) break;
      yield batch;
    }
    if (!isFound)
      throw new ConfigError('resumeFrom', 'resumeFrom is the checkpoint of a walk over other users');
  }

  /** Asks for the first page of a batch. */
  #start(batch: Batch): Started {
    const { resumeFrom, concurrency: _concurrency, ...call } = this.#parts.options;
    const page = batch.index === resumeFrom?.batch ? resumeFrom.page : null;
    const options = page === null ? call : { ...call, resumeFrom: page };
    const params = { limit: 1000, ...this.#parts.params, user_ids: [...batch.userIds] };
    const pages = this.#list(params, options).pages();
    const first = pages.next();
    // Its error is thrown when its turn comes; until then nobody listens.
    first.catch(() => undefined);
    return { batch, pages, first };
  }
}

interface Started {
  readonly batch: Batch;
  readonly pages: AsyncGenerator<Page<Chat>, undefined>;
  readonly first: Promise<IteratorResult<Page<Chat>, undefined>>;
}

/** Gives the pages of a batch. */
async function* read(
  { batch, pages, first }: Started,
  following: Batch | undefined,
): AsyncGenerator<ChatsForUsersPage, undefined> {
  let result = await first;
  try {
    while (result.done !== true) {
      const page = result.value;
      yield {
        batch: batch.index,
        userIds: batch.userIds,
        data: page.data,
        checkpoint: positionAfter(batch, page.checkpoint, following),
        requestId: page.requestId,
      };
      result = await pages.next();
    }
  } finally {
    await pages.return(undefined);
  }
}

function positionAfter(
  batch: Batch,
  page: Checkpoint | null,
  following: Batch | undefined,
): ChatsForUsersCheckpoint | null {
  if (page !== null) return { batch: batch.index, firstUserId: batch.userIds[0] as string, page };
  if (following === undefined) return null;
  return { batch: following.index, firstUserId: following.userIds[0] as string, page: null };
}
