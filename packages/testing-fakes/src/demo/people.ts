/** People of the demo organization. */
import type { OrganizationRole } from '@parlance/schemas';
import type { StoredUser } from '../organization/directory.js';
import list from './people.json' with { type: 'json' };

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2025, 8, 1, 8);
/** Days in which all members join, so that everybody is present at the default start time of a world. */
const JOINING_DAYS = 200;

/** The fixed members: name, role, and days between the founding and joining. */
const TEAM = list.team as unknown as readonly (readonly [
  name: string,
  role: OrganizationRole,
  joinedAfter: number,
])[];
const { firstNames, lastNames, roles } = list;

/** Default and minimum number of people. */
export const TEAM_SIZE: number = TEAM.length;

/**
 * Returns a person of the demo.
 *
 * @param index - Index from 0. The first {@link TEAM_SIZE} people are fixed, the others are generated.
 * @param id - Id of the user.
 */
export function person(index: number, id: string): StoredUser {
  const [name, role, joinedAfter] = TEAM[index] ?? further(index - TEAM.length);
  const added = FIRST_DAY + joinedAfter * DAY_MS + (index % 540) * 60_000;
  return {
    id,
    email: emailOf(name, index),
    name,
    role,
    added_at: new Date(added).toISOString(),
    // The account is created when the invite is opened, some minutes before the person becomes a member.
    created_at: new Date(added - 7 * 60_000).toISOString(),
  };
}

function further(index: number): readonly [name: string, role: OrganizationRole, joinedAfter: number] {
  const first = firstNames[index % firstNames.length] as string;
  const last = lastNames[Math.floor(index / firstNames.length) % lastNames.length] as string;
  const role = roles[index % roles.length] as OrganizationRole;
  return [`${first} ${last}`, role, 10 + (index % (JOINING_DAYS - 10))];
}

function emailOf(name: string, index: number): string {
  const local = name.toLowerCase().replaceAll(' ', '.');
  const cycle = Math.floor((index - TEAM.length) / (firstNames.length * lastNames.length));
  return `${local}${cycle > 0 ? cycle + 1 : ''}@example.com`;
}
