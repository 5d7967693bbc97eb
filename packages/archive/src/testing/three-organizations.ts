/** Organizations whose exports are hard to forecast, each in another way. */
import type { ScenarioChat, ScenarioMessage, ScenarioRecords } from '@parlance/testing-fakes';
import { START } from './export-world.js';

const DAY_MS = 86_400_000;

/** Chats of one person. */
interface PersonsChats {
  readonly chats: number;
  readonly messages: number;
}

/** An organization whose export is hard to forecast. */
export interface HardOrganization {
  readonly people: readonly PersonsChats[];
  /** A test observes progress after so many requests. */
  readonly every: number;
}

/** What each person has, by organization. */
export const THREE_ORGANIZATIONS: Readonly<Record<string, HardOrganization>> = {
  'few long chats': {
    every: 10,
    people: people(60, (index) => ({ chats: 1, messages: 500 + ((index * 7) % 6) * 600 })),
  },
  'many short chats': {
    every: 200,
    people: people(300, (index) => ({ chats: 8 + ((index * 5) % 9), messages: 1 })),
  },
  'a few people who have most of the chats': {
    every: 150,
    people: people(300, (index) => {
      if (index % 100 === 7) return { chats: 700, messages: 1 };
      return { chats: index % 10 === 3 ? 15 : 1, messages: 1 };
    }),
  },
};

function people(count: number, of: (index: number) => PersonsChats): readonly PersonsChats[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

/** Returns the members and chats of an organization. All chats are older than a day and younger than 101. */
export function recordsOf(organization: HardOrganization['people']): ScenarioRecords {
  const users = organization.map((_, index) => ({
    id: `user_${index}`,
    email: `person-${index}@example.com`,
    created_at: timeOf(101),
  }));
  const chats = organization.flatMap((person, index) =>
    Array.from({ length: person.chats }, (_, number): ScenarioChat => ({
      user: `user_${index}`,
      id: `assistant_chat_${index}x${number}`,
      created_at: timeOf(2 + ((index + number) % 99)),
      messages: Array.from({ length: person.messages }, (__, message): ScenarioMessage => ({
        role: message % 2 === 0 ? 'user' : 'assistant',
        text: 'A text',
      })),
    })),
  );
  return { users, chats };
}

function timeOf(daysBefore: number): string {
  return new Date(START - daysBefore * DAY_MS).toISOString();
}
