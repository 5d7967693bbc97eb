/** Random organizations and desired states, as functions of a seed. */
import type { AnyWorkspaceRole } from '@parlance/admin';
import type { ScenarioRecords } from '@parlance/testing-fakes';
import type { DesiredRole, DesiredState, DesiredUser, DesiredWorkspace } from '../desired-state.js';
import type { OrganizationWorld } from './organization-world.js';

/** Returns numbers from 0 to below 1. */
export function random(seed: number): () => number {
  let state = seed + 0x6d_2b_79_f5;
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1) + 0x9e_37_79_b9;
    const mixed = state ^ (state + Math.imul(state ^ (state >>> 7), state | 61));
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PEOPLE = ['ada', 'ben', 'cleo', 'dora', 'eva', 'finn', 'gus', 'hal'].map(
  (name) => `${name}@example.com`,
);
const ROLES = ['user', 'developer', 'billing', 'assistant_code_user'] as const;
const MEMBERS: readonly [AnyWorkspaceRole, ...AnyWorkspaceRole[]] = [
  'workspace_user',
  'workspace_developer',
  'workspace_restricted_developer',
  'workspace_admin',
  'workspace_billing',
];
const WORKSPACES = ['Sales', 'Research', 'Support'];

const pick = <T>(items: readonly [T, ...T[]], next: () => number): T =>
  items[Math.floor(next() * items.length)] ?? items[0];

/** People and invites of an organization. */
export function randomRecords(next: () => number): ScenarioRecords {
  const users = PEOPLE.filter(() => next() < 0.6).map((email) => ({
    email,
    role: next() < 0.15 ? 'admin' : pick(ROLES, next),
  }));
  const invites = PEOPLE.filter((email) => users.every((user) => user.email !== email) && next() < 0.5).map(
    (email) => ({
      email,
      role: pick(ROLES, next),
      ...(next() < 0.3 && { invited_at: '2020-01-01T00:00:00Z' }),
    }),
  );
  return { users, invites };
}

/** Workspaces and members of an organization. */
export async function addWorkspaces({ admin }: OrganizationWorld, next: () => number): Promise<void> {
  const { data } = await admin.users.list({ limit: 100 });
  for (const name of WORKSPACES) {
    if (next() < 0.4) continue;
    const { id } = await admin.workspaces.create({ name, tags: { team: pick(['a', 'b'], next) } });
    for (const user of data) {
      const role = pick(MEMBERS, next);
      if (next() < 0.5 || user.role === 'admin' || user.role === 'billing' || role === 'workspace_billing')
        continue;
      await admin.workspaces.members.create(id, { user_id: user.id, workspace_role: role });
    }
  }
}

/** What an organization should be. */
export function randomDesired(next: () => number): DesiredState {
  const users = PEOPLE.filter(() => next() < 0.7).map((email): DesiredUser => {
    if (next() < 0.25) return { email, absent: true };
    const role: DesiredRole = next() < 0.1 ? 'admin' : pick(ROLES, next);
    return { email, ...(next() < 0.8 && { role }) };
  });
  const absent = new Set(users.flatMap(({ email, absent }) => (absent === true ? [email] : [])));
  const workspaces = WORKSPACES.filter(() => next() < 0.7).map((name): DesiredWorkspace => {
    if (next() < 0.1) return { name, archived: true };
    const members = PEOPLE.filter((email) => !absent.has(email) && next() < 0.4).map(
      (email) => [email, pick(MEMBERS, next)] as const,
    );
    return {
      name,
      ...(next() < 0.5 && { tags: { team: pick(['a', 'b'], next), old: null } }),
      ...(next() < 0.8 && { members: Object.fromEntries(members) }),
    };
  });
  const stays = users.some(({ absent }) => absent !== true);
  return { users, unlisted: stays && next() < 0.4 ? 'remove' : 'keep', workspaces };
}
