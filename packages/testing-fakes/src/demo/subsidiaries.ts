/** Organizations of the demo besides the main one, under the same parent. */
import { addOrganization, membersOf, type StoredUser } from '../organization/directory.js';
import { activities } from '../organization/activity-records.js';
import type { StoredChat } from '../compliance/chat-records.js';
import type { World } from '../world/world.js';
import { seedChats } from './chats.js';
import type { DemoSource } from './ids.js';
import { person } from './people.js';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2025, 9, 6, 8);
const MEMBERS = 3;
const CHATS = 6;
const CITIES = ['Lisbon', 'Gdansk', 'Porto', 'Madrid', 'Warsaw', 'Krakow'];

/** Options for {@link seedSubsidiaries}. */
export interface SubsidiariesToSeed {
  readonly source: DemoSource;
  /** Members of the main organization. */
  readonly people: readonly StoredUser[];
  /** Number of organizations. */
  readonly count: number;
}

/** Creates organizations with a few members, chats and activities each. */
export function seedSubsidiaries(world: World, { source, people, count }: SubsidiariesToSeed): void {
  for (let index = 0; index < count; index++) {
    const { key } = addOrganization(world, {
      name: `Tagus & Vistula ${CITIES[index % CITIES.length] ?? ''} ${Math.floor(index / CITIES.length) + 1}`,
      created_at: new Date(FIRST_DAY + index * DAY_MS).toISOString(),
    });
    const members = membersOf(world, key);
    const staff = Array.from({ length: MEMBERS }, (_, at) => {
      const user = person(people.length + index * MEMBERS + at, source.id('user_'));
      return members.put(user.id, user);
    });
    const chats = seedChats({ world, source, people: staff, count: CHATS, organization: key });
    for (const chat of chats) logCreation(world, source, chat);
  }
}

function logCreation(world: World, source: DemoSource, chat: StoredChat): void {
  const id = source.id('activity_');
  world.store.of(activities).put(id, {
    id,
    created_at: chat.created_at,
    isOwned: true,
    ...(chat.organization !== undefined && { organization: chat.organization }),
    details: {
      type: 'assistant_chat_created',
      actor: {
        type: 'user_actor',
        user_id: chat.user.id,
        email_address: chat.user.email_address,
        ip_address: '203.0.113.9',
        user_agent: 'Mozilla/5.0',
      },
      assistant_chat_id: chat.id,
      assistant_project_id: null,
    },
  });
}
