/** The demo organization: the same in every world. */
import { organizations, THE_ORGANIZATION, users, type StoredUser } from '../admin/directory.js';
import { workspaces } from '../admin/workspaces.js';
import type { World } from '../world/world.js';
import { ACTIVITY_COUNT, seedActivities } from './activities.js';
import { demoActors } from './activity-actors.js';
import { seedAdministration } from './administration.js';
import { CHAT_COUNT, seedChats } from './chats.js';
import { demoSource } from './ids.js';
import { person, TEAM_SIZE } from './people.js';

/** How large the demo organization is. Smaller numbers than the defaults are raised to them. */
export interface DemoSizes {
  /** Members. Default 14. */
  readonly users?: number | undefined;
  /** Chats. Default 160. Those beyond have two messages each and no files. */
  readonly chats?: number | undefined;
  /** Activities. Default 320. */
  readonly activities?: number | undefined;
}

/**
 * Fills a new world with the demo organization: members, projects, chats with messages and files, an audit log with
 * every kind of activity whose fields are known, invites in every state, workspaces with members, an API key.
 *
 * @param world - A world without records.
 * @param sizes - How large it is.
 */
export function seedOrganization(world: World, sizes: DemoSizes = {}): void {
  const source = demoSource();
  world.store
    .of(organizations)
    .put(THE_ORGANIZATION, { name: 'Tagus & Vistula Trading', created_at: '2025-09-01T07:50:00.000Z' });
  const people = seedPeople(world, Math.max(sizes.users ?? 0, TEAM_SIZE), source.id);
  const chats = seedChats({
    world,
    source,
    people,
    count: Math.max(sizes.chats ?? 0, CHAT_COUNT),
  });
  const apiKey = seedAdministration({ world, source, people });
  seedActivities({
    world,
    source,
    people,
    chats,
    actors: demoActors(people, { source, apiKeyId: apiKey.id }),
    workspaceId: world.store.of(workspaces).entries()[0]?.id ?? '',
    count: Math.max(sizes.activities ?? 0, ACTIVITY_COUNT),
  });
}

function seedPeople(world: World, count: number, id: (prefix: string) => string): readonly StoredUser[] {
  const records = world.store.of(users);
  return Array.from({ length: count }, (_, index) => {
    const user = person(index, id('user_'));
    return records.put(user.id, user);
  });
}
