import { ConfigError } from '@parlance/core-transport';
import { checkRecord, must, type Check } from '@parlance/core-transport/internal';

/** Maximum number of users that the service accepts in one request. */
const MAX_USERS = 10;

/** Options for {@link partitionUsers}. */
export interface PartitionUsersOptions {
  /** Users per partition, 1 to 10. Defaults to 10. */
  readonly size?: number | undefined;
}

/**
 * Divides users into partitions that can be passed to `chats.list` as `user_ids`. Ids are deduplicated and sorted, so
 * the same users always form the same partitions, regardless of their order.
 *
 * Save the partitions at the start of an export and process each one independently, for example on different
 * machines. Saved partitions stay valid when people leave the organization; create new partitions for people who
 * join.
 *
 * @param users - User ids, for example from `organizations.listUsers`.
 * @param options - See {@link PartitionUsersOptions}.
 * @returns Frozen partitions; an empty array if there are no users.
 * @throws `ConfigError` For an invalid or unknown option, or an id that is not a non-empty string.
 */
export function partitionUsers(
  users: Iterable<string>,
  options: PartitionUsersOptions = {},
): readonly string[][] {
  requireUsers(users);
  checkRecord('', options, { size: wholeTo(MAX_USERS) });
  const { size = MAX_USERS } = options;
  const ids = [...new Set(users)].toSorted();
  if (ids.some((id) => typeof id !== 'string' || id === ''))
    throw new ConfigError('users', 'users must be user ids: non-empty strings');
  const partitions: string[][] = [];
  // Typed as mutable, so that a partition can be passed as `user_ids`.
  for (let start = 0; start < ids.length; start += size)
    partitions.push(Object.freeze(ids.slice(start, start + size)) as string[]);
  return Object.freeze(partitions);
}

/**
 * Checks that users are a collection. A string, which is an iterable of characters, is rejected.
 *
 * @throws `ConfigError` Names `users`.
 */
export function requireUsers(users: Iterable<string> | AsyncIterable<string>): void {
  const isCollection = Object(users) === users && (Symbol.iterator in users || Symbol.asyncIterator in users);
  if (!isCollection) throw new ConfigError('users', 'users must be an iterable of user ids');
}

/** A whole number from 1. */
export function wholeTo(max: number): Check {
  return must(
    `a whole number from 1 to ${max}`,
    (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max,
  );
}
