/** Index of chats by user. Clients list a large organization with hundreds of requests for ten users each. */
import type { Collection, Entry } from '../world/store.js';
import type { World } from '../world/world.js';
import { chats, type StoredChat } from './chat-records.js';

/** Chat ids by user, with the state of the collection that they were indexed at. */
interface Index {
  readonly size: number;
  readonly last: Entry<StoredChat> | undefined;
  readonly idsByUser: ReadonlyMap<string, readonly string[]>;
}

/**
 * Returns the chats of some users in a form that can be paged.
 *
 * @param world - World with the chats.
 * @param userIds - Ids of the users.
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

/** Returns the index, rebuilt only after a chat was added or removed: the user of a chat never changes. */
function indexOf(world: World, records: Collection<StoredChat>): Index {
  const slot = world.local<{ index?: Index }>('chats-by-user', () => ({}));
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
