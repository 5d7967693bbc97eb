import { sha256 } from '../../certificates/digest.js';

/** The most users that the service accepts in one request. */
const USERS = 10;

/** Divides users by the hash of their ids, so that busy and quiet people are mixed. Each partition is sorted. */
export function partitionUsers(users: readonly string[]): readonly string[][] {
  const sorted = users
    .map((id) => ({ id, hash: sha256(id) }))
    .toSorted((left, right) => (left.hash < right.hash ? -1 : 1));
  const partitions: string[][] = [];
  for (let start = 0; start < sorted.length; start += USERS)
    partitions.push(
      sorted
        .slice(start, start + USERS)
        .map(({ id }) => id)
        .toSorted(),
    );
  return partitions;
}
