import { ConfigError } from '@parlance/core-transport';
import { checkRecord, requireIterable, wholeNumber } from '@parlance/core-transport/internal';

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
  requireIterable('users', users);
  checkRecord('', options, { size: wholeNumber(1, MAX_USERS) });
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
