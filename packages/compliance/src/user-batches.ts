/** Users, ten at a time. */
export interface Batch {
  /** From 0. */
  readonly index: number;
  /** 1 to 10 users. */
  readonly userIds: readonly string[];
}

/** Users that the service takes in one request. */
const MOST_USERS = 10;

/**
 * Puts users into batches of ten, in their order; each user once.
 *
 * @param userIds - The users, read as batches are asked for.
 */
export async function* batches(
  userIds: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Batch, undefined> {
  const seen = new Set<string>();
  let index = 0;
  let batch: string[] = [];
  for await (const userId of userIds) {
    if (seen.has(userId)) continue;
    seen.add(userId);
    batch.push(userId);
    if (batch.length < MOST_USERS) continue;
    yield { index, userIds: batch };
    index += 1;
    batch = [];
  }
  if (batch.length > 0) yield { index, userIds: batch };
}
