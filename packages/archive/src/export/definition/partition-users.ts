import { sha256 } from '../../certificates/digest.js';

/** The most users that the service accepts in one request. */
const USERS = 10;

/** Divides users by the hash of their ids, so that busy and quiet people are mixed. Each partition is sorted. */
export function partitionUsers(users: readonly string[]): readonly string[][] {
  const sorted = users
    .map((id) => ({ id, hash: sha256(id) }))
    .toSorted((left, right) => (left.hash < right.hash ? -1 : 1))
    .map(({ id }) => id);
  const count = Math.ceil(sorted.length / USERS);
  return Array.from({ length: count }, (_, index) =>
    sorted.slice(index * USERS, (index + 1) * USERS).toSorted(),
  );
}
