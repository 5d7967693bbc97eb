import { NotFoundError } from '@parlance/core-transport';
import type { User, userOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor, Stage } from '../scenario.js';

/** Finds a user who is not an admin. */
export async function somebody({ admin }: Stage): Promise<User> {
  const found = (await collect(admin.users.list({ limit: 5 }))).find((user) => user.role === 'user');
  expect(found).toBeDefined();
  return found as User;
}

export const userScenarios: ScenariosFor<typeof userOperations> = {
  'users.retrieve': async (stage) => {
    const user = await somebody(stage);
    expect(await stage.admin.users.retrieve(user.id)).toEqual(user);
  },
  'users.list': async (stage) => {
    const users = await collect(stage.admin.users.list({ limit: 5 }));
    expect(users.length).toBeGreaterThan(5);
    const [one] = await collect(stage.admin.users.list({ email: users[0]!.email }));
    expect(one).toEqual(users[0]);
  },
  'users.update': async (stage) => {
    const user = await somebody(stage);
    expect((await stage.admin.users.update(user.id, { role: 'developer' })).role).toBe('developer');
    expect((await stage.admin.users.update(user.id, { role: 'user' })).role).toBe('user');
  },
  'users.delete': async (stage) => {
    const user = await somebody(stage);
    expect((await stage.admin.users.delete(user.id)).id).toBe(user.id);
    await expect(stage.admin.users.retrieve(user.id)).rejects.toThrow(NotFoundError);
  },
};
