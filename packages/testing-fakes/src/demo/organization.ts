/** The demo organization: the same in every world, except for its ids. */
import { organizations, THE_ORGANIZATION, users, type StoredUser } from '../organization/directory.js';
import { workspaces } from '../organization/workspaces.js';
import type { World } from '../world/world.js';
import { ACTIVITY_COUNT, seedActivities } from './activities.js';
import { demoActors } from './activity-actors.js';
import { seedAdministration } from './administration.js';
import { CHAT_COUNT, seedChats } from './chats.js';
import { demoSource } from './ids.js';
import { seedSubsidiaries } from './subsidiaries.js';
import { person, TEAM_SIZE } from './people.js';
import { seedUsage } from './usage.js';

/** Size of the demo organization. The defaults are also the minimums. */
export interface DemoSizes {
  /** Number of members. Defaults to 14. */
  readonly users?: number | undefined;
  /** Number of chats. Defaults to 160. Additional chats have two messages each; every third has files. */
  readonly chats?: number | undefined;
  /** Number of activities. Defaults to 320. */
  readonly activities?: number | undefined;
  /**
   * Number of organizations under one parent. Defaults to 1. The members, chats and activities of the additional ones are
   * visible through the compliance API only.
   */
  readonly organizations?: number | undefined;
}

/**
 * Seeds a new world with the demo organization: members, projects, chats with messages and files, an audit log with
 * every documented activity type and every other whose fields are known, invites in every status, workspaces with members, an API key,
 * and a month of usage.
 *
 * @param world - Empty world.
 * @param sizes - Size of the organization.
 */
export function seedOrganization(world: World, sizes: DemoSizes = {}): void {
  const source = demoSource(world.name);
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
  seedUsage(world, apiKey.id);
  seedActivities({
    world,
    source,
    people,
    chats,
    actors: demoActors(people, { source, apiKeyId: apiKey.id }),
    workspaceId: world.store.of(workspaces).entries()[0]?.id ?? '',
    count: Math.max(sizes.activities ?? 0, ACTIVITY_COUNT),
  });
  seedSubsidiaries(world, { source, people, count: Math.max(0, (sizes.organizations ?? 1) - 1) });
}

function seedPeople(world: World, count: number, id: (prefix: string) => string): readonly StoredUser[] {
  const records = world.store.of(users);
  return Array.from({ length: count }, (_, index) => {
    const user = person(index, id('user_'));
    return records.put(user.id, user);
  });
}
