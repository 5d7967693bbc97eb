import { NotFoundError } from '@parlance/core-transport';
import type { User, userOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

/** Finds a user who is not an admin. */
export async function somebody({ admin }: Clients): Promise<User> {
  const found = (await collect(admin.users.list({ limit: 5 }))).find((user) => user.role === 'user');
  expect(found).toBeDefined();
  return found as User;
}

export const userScenarios: ScenariosFor<typeof userOperations> = {
  'users.retrieve': async (clients) => {
    const user = await somebody(clients);
    expect(await clients.admin.users.retrieve(user.id)).toEqual(user);
  },
  'users.list': async (clients) => {
    const users = await collect(clients.admin.users.list({ limit: 5 }));
    expect(users.length).toBeGreaterThan(5);
    const [one] = await collect(clients.admin.users.list({ email: users[0]!.email }));
    expect(one).toEqual(users[0]);
  },
  'users.update': async (clients) => {
    const user = await somebody(clients);
    expect((await clients.admin.users.update(user.id, { role: 'developer' })).role).toBe('developer');
    expect((await clients.admin.users.update(user.id, { role: 'user' })).role).toBe('user');
  },
  'users.signOut': async (clients) => {
    const user = await somebody(clients);
    expect(await clients.admin.users.signOut(user.id)).toEqual(user);
  },
  'users.delete': async (clients) => {
    const user = await somebody(clients);
    expect((await clients.admin.users.delete(user.id)).id).toBe(user.id);
    await expect(clients.admin.users.retrieve(user.id)).rejects.toThrow(NotFoundError);
  },
};
