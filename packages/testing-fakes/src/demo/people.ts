/** People of the demo organization. */
import type { OrganizationRole } from '@parlance/schemas';
import type { StoredUser } from '../organization/directory.js';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2025, 8, 1, 8);
/** Days in which all members join, so that everybody is present at the default start time of a world. */
const JOINING_DAYS = 200;

/** The fixed members: name, role, and days between the founding and joining. */
const TEAM: readonly (readonly [name: string, role: OrganizationRole, joinedAfter: number])[] = [
  ['Ines Moreau', 'admin', 0],
  ['Tomasz Wieczorek', 'admin', 1],
  ['Harriet Okonkwo', 'billing', 2],
  ['Daniel Brandt', 'developer', 3],
  ['Yuki Tanabe', 'developer', 9],
  ['Sofia Almeida', 'developer', 16],
  ['Arjun Mehta', 'developer', 30],
  ['Leila Haddad', 'assistant_code_user', 44],
  ['Mateo Rojas', 'assistant_code_user', 52],
  ['Freya Lindqvist', 'user', 60],
  ['Oluwaseun Adeyemi', 'user', 75],
  ['Noor Rahman', 'user', 91],
  ['Peter Novak', 'user', 120],
  ['Grace Kim', 'user', 150],
];

const FIRST_NAMES = (
  'Ada Amir Anna Ben Bao Carla Chidi Dana David Elif Emma Farid Fatima George Hana Hugo Ida Ivan Jana Jonas ' +
  'Kaia Karim Lea Liam Lucia Luca Maya Marco Mina Nadia Nils Olga Omar Pia Paul Rania Rohan Rosa Ruth Sam ' +
  'Sara Simon Tara Theo Uma Victor Wanda Xin Yara Zeno'
).split(' ');
const LAST_NAMES = (
  'Abbott Aydin Bauer Becker Bianchi Bose Brown Castro Chen Cohen Costa Dahl Diaz Dubois Eriksen Evans Farah ' +
  'Ferrari Fischer Flores Fox Garcia Gomez Gupta Haas Hall Hansen Hassan Hoang Horvat Hughes Ito Ivanov Jansen ' +
  'Jones Kaya Khan King Klein Kovac Kumar Lang Larsen Lee Lewis Lopez Maier Martin Mensah Meyer Miller Mora ' +
  'Nagy Nguyen Nielsen Olsen Ortega Osei Park Patel Pereira Petrov Popov Quinn Ramos Reid Rossi Ruiz Sato ' +
  'Schmidt Shah Silva Singh Smit Sousa Stein Svoboda Takeda Tanaka Torres Ueda Urban Vargas Vega Vogel Wagner ' +
  'Walsh Wang Weber White Wood Wright Yamada Yang Yilmaz Young Zhang Zhou Ziegler Zimmer Zuniga'
).split(' ');
const ROLES: readonly OrganizationRole[] = ['user', 'user', 'user', 'developer', 'assistant_code_user'];

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
  const first = FIRST_NAMES[index % FIRST_NAMES.length] as string;
  const last = LAST_NAMES[Math.floor(index / FIRST_NAMES.length) % LAST_NAMES.length] as string;
  const role = ROLES[index % ROLES.length] as OrganizationRole;
  return [`${first} ${last}`, role, 10 + (index % (JOINING_DAYS - 10))];
}

function emailOf(name: string, index: number): string {
  const local = name.toLowerCase().replaceAll(' ', '.');
  const cycle = Math.floor((index - TEAM.length) / (FIRST_NAMES.length * LAST_NAMES.length));
  return `${local}${cycle > 0 ? cycle + 1 : ''}@example.com`;
}
