import { ParlanceError } from '@parlance/core-transport';
import type {
  CallOptions,
  Checkpoint,
  ListOptions,
  Page,
  Paginator,
  ResponseFacts,
} from '@parlance/core-transport';
import {
  checkCallOptions,
  checkRecord,
  filterDigest,
  hide,
  listFilterDigest,
  ownCheckpoint,
  requireIterable,
  requireObject,
  wholeNumber,
  wrong,
} from '@parlance/core-transport/internal';
import { listChats, type Chat, type ChatListParams } from '@parlance/schemas/compliance';
import { rejectParams } from './reject-params.js';
import { partitionUsers } from './partition-users.js';

/** Filters for listing the chats of many users. */
export type ChatsForUsersParams = Omit<ChatListParams, 'user_ids' | 'after_id' | 'before_id'>;

/**
 * A point from which any process can resume listing the chats of many users. Store it as JSON; its size is constant.
 * Only valid for the same users and filters.
 */
export interface ChatsForUsersCheckpoint extends Checkpoint {
  /** Digest of the users. */
  readonly users: string;
  /** Number of users. */
  readonly userCount: number;
  /** Index of the partition. `cursor` is a cursor within the partition; empty for its start. */
  readonly partition: number;
}

/** Options for listing the chats of many users. */
export interface ChatsForUsersOptions extends CallOptions {
  /**
   * Checkpoint of a page or an error, from an earlier run with the same users and filters. Defaults to the start.
   * Save the list of users with it, because the directory may change before you resume.
   */
  readonly resumeFrom?: ChatsForUsersCheckpoint | Checkpoint | null | undefined;
  /** Maximum number of partitions whose first pages are fetched concurrently, 1 to 32. Defaults to 4. */
  readonly concurrency?: number | undefined;
}

/** A page of the chats of one partition of users, with the status, headers and request id of its response. */
export interface ChatsForUsersPage extends ResponseFacts {
  /** Index of the partition. */
  readonly partition: number;
  /** The users of the partition, at most ten. */
  readonly userIds: readonly string[];
  /** Their chats, oldest first. */
  readonly data: Chat[];
  /** Checkpoint after this page. On the last page it has `done: true`. */
  readonly checkpoint: ChatsForUsersCheckpoint;
}

/** Constructor argument of {@link ChatsForUsers}. */
export interface ChatsForUsersParts {
  /** User ids. */
  readonly users: Iterable<string> | AsyncIterable<string>;
  /** Filters of the chats. */
  readonly params: ChatsForUsersParams;
  /** Options of the walk. */
  readonly options: ChatsForUsersOptions;
}

type List = (params: ChatListParams, options: ListOptions) => Paginator<Chat>;

const OPERATION = 'chats.listForUsers';
const OWN_PARAMS = ['user_ids', 'after_id', 'before_id'];
const MAX_CONCURRENCY = 32;

/**
 * The chats of many users. `for await` yields the chats, {@link ChatsForUsers.pages} yields the pages. The users are
 * sorted and divided into partitions of ten before the first request; partitions are read one after the other.
 */
export class ChatsForUsers implements AsyncIterable<Chat> {
  readonly #list: List;
  readonly #users: ChatsForUsersParts['users'];
  readonly #params: ChatsForUsersParams;
  readonly #filters: string;
  readonly #resumeFrom: ChatsForUsersCheckpoint | undefined;
  readonly #concurrency: number;
  readonly #call: CallOptions;

  /**
   * @param list - Lists the chats of up to ten users.
   * @param parts - Users, filters and options.
   * @throws `ConfigError` For an invalid or unknown option, or a checkpoint of another list.
   * @internal
   */
  constructor(list: List, { users, params, options }: ChatsForUsersParts) {
    requireIterable('users', users);
    requireObject('options', options);
    const { concurrency = 4, resumeFrom, ...call } = options;
    checkCallOptions(call, 'call');
    rejectParams(params, OPERATION, listChats, OWN_PARAMS);
    checkRecord('', { concurrency }, { concurrency: wholeNumber(1, MAX_CONCURRENCY) });
    const { limit: _limit, ...filters } = params;
    this.#list = list;
    this.#users = users;
    this.#params = { ...params };
    this.#filters = filterDigest(filters);
    // A checkpoint of another list is rejected.
    this.#resumeFrom = ownCheckpoint(
      resumeFrom as ChatsForUsersCheckpoint | null | undefined,
      { operation: OPERATION, filters: this.#filters },
      { users: '', userCount: 0, partition: 0, cursor: '', 'done?': true },
    );
    this.#concurrency = concurrency;
    this.#call = call;
  }

  /** Yields the chats of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Chat, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /**
   * Yields the pages, partition after partition, including empty ones.
   *
   * @throws `ConfigError` When `resumeFrom` is a checkpoint of other users. Errors of requests carry a `checkpoint`.
   */
  async *pages(): AsyncGenerator<ChatsForUsersPage, undefined> {
    const partitions = await this.#partitions();
    const users = partitions.flat();
    const walk = { filters: this.#filters, users: filterDigest(users), userCount: users.length };
    requireSameUsers(this.#resumeFrom, walk);
    const pending: Started[] = [];
    let next = this.#resumeFrom?.partition ?? 0;
    try {
      for (;;) {
        for (; next < partitions.length && pending.length < this.#concurrency; next += 1)
          pending.push(this.#start(next, partitions[next] ?? []));
        const current = pending.shift();
        if (current === undefined) return;
        const isLast = current.partition === partitions.length - 1;
        yield* read(current, { ...walk, isLast });
      }
    } finally {
      await Promise.all(pending.map((started) => started.pages.return(undefined)));
    }
  }

  async #partitions(): Promise<readonly string[][]> {
    const users: string[] = [];
    for await (const user of this.#users) users.push(user);
    return partitionUsers(users);
  }

  /** Requests the first page of a partition. */
  #start(partition: number, userIds: readonly string[]): Started {
    const params = { limit: 1000, ...this.#params, user_ids: [...userIds] };
    const { partition: resumed, cursor = '' } = this.#resumeFrom ?? {};
    const filters = listFilterDigest(undefined, params);
    const resumeFrom =
      partition === resumed && cursor !== ''
        ? ({ operation: 'chats.list', filters, parameter: 'after_id', cursor } as const)
        : undefined;
    const pages = this.#list(params, { ...this.#call, resumeFrom }).pages();
    const first = pages.next();
    // Its error is thrown when the partition is read; until then it must not count as unhandled.
    first.catch(() => undefined);
    return { partition, userIds, pages, first };
  }
}

/** A partition whose first page was requested. */
interface Started {
  readonly partition: number;
  readonly userIds: readonly string[];
  readonly pages: AsyncGenerator<Page<Chat>, undefined>;
  readonly first: Promise<IteratorResult<Page<Chat>, undefined>>;
}

/** Digests that identify a run by its filters and users. */
interface Run {
  readonly filters: string;
  readonly users: string;
  readonly userCount: number;
}

/** Yields the pages of a partition. */
async function* read(
  { partition, userIds, pages, first }: Started,
  { isLast, ...run }: Run & { readonly isLast: boolean },
): AsyncGenerator<ChatsForUsersPage, undefined> {
  try {
    for (let result = await first; result.done !== true; result = await pages.next()) {
      const { data, checkpoint, requestId, status, headers } = result.value;
      const after =
        checkpoint.done === true
          ? { ...checkpointOf(run, partition + 1, ''), ...(isLast && { done: true as const }) }
          : checkpointOf(run, partition, checkpoint.cursor);
      yield { partition, userIds, data, checkpoint: after, requestId, status, headers };
    }
  } catch (error) {
    if (ParlanceError.is(error))
      hide(error, 'checkpoint', checkpointOf(run, partition, error.checkpoint?.cursor ?? ''));
    throw error;
  } finally {
    await pages.return(undefined);
  }
}

function checkpointOf(run: Run, partition: number, cursor: string): ChatsForUsersCheckpoint {
  return { operation: OPERATION, ...run, partition, parameter: 'after_id', cursor };
}

function requireSameUsers(checkpoint: ChatsForUsersCheckpoint | undefined, run: Run): void {
  if (checkpoint === undefined || checkpoint.users === run.users) return;
  const difference =
    checkpoint.userCount === run.userCount
      ? `${run.userCount} other users`
      : `${checkpoint.userCount} users, but ${run.userCount} users were passed`;
  throw wrong('resumeFrom', `is a checkpoint of ${difference}: pass the same users as in the first call`);
}
