/** Chats by user: large organizations are asked for ten users at a time, five hundred times over. */
import type { Collection, Entry } from '../world/store.js';
import type { World } from '../world/world.js';
import { chats, type StoredChat } from './chat-records.js';

/** Ids of chats by user, and what they were taken from. */
interface Index {
  readonly size: number;
  readonly last: Entry<StoredChat> | undefined;
  readonly idsByUser: ReadonlyMap<string, readonly string[]>;
}

/** Where a world keeps its index, which is no record. */
interface Slot {
  index?: Index;
}

/**
 * Gives the chats of some users as a list to page through.
 *
 * @param world - The world.
 * @param userIds - The users.
 */
export function chatsByUser(
  world: World,
  userIds: ReadonlySet<string>,
): Pick<Collection<StoredChat>, 'entries' | 'place'> {
  const records = world.store.of(chats);
  const { idsByUser } = indexOf(world, records);
  const found = [...userIds].flatMap((userId) => idsByUser.get(userId) ?? []);
  const entries = found.map((id) => records.place(id) as Entry<StoredChat>);
  return { entries: () => entries, place: (id) => records.place(id) };
}

/** A chat's user never changes, so that the index is good until a chat is added or removed. */
function indexOf(world: World, records: Collection<StoredChat>): Index {
  const slot = world.local<Slot>('chats-by-user', () => ({}));
  const entries = records.entries();
  const last = entries.at(-1);
  const { index } = slot;
  if (index !== undefined && index.size === entries.length && index.last?.sequence === last?.sequence)
    return index;
  const idsByUser = new Map<string, string[]>();
  for (const { id, record } of entries) {
    const ids = idsByUser.get(record.user.id);
    if (ids === undefined) idsByUser.set(record.user.id, [id]);
    else ids.push(id);
  }
  return (slot.index = { size: entries.length, last, idsByUser });
}
