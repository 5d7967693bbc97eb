import { NotFoundError } from '@parlance/core-transport';
import type { Invite, inviteOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

async function invite({ admin }: Clients): Promise<Invite> {
  return admin.invites.create({ email: 'new.colleague@example.com', role: 'developer' });
}

export const inviteScenarios: ScenariosFor<typeof inviteOperations> = {
  'invites.create': async (clients) => {
    expect(await invite(clients)).toMatchObject({ type: 'invite', role: 'developer', status: 'pending' });
  },
  'invites.retrieve': async (clients) => {
    const made = await invite(clients);
    expect(await clients.admin.invites.retrieve(made.id)).toEqual(made);
  },
  'invites.list': async (clients) => {
    const made = await invite(clients);
    expect(await idsOf(clients.admin.invites.list({ limit: 2 }))).toContain(made.id);
  },
  'invites.delete': async (clients) => {
    const made = await invite(clients);
    expect((await clients.admin.invites.delete(made.id)).id).toBe(made.id);
    await expect(clients.admin.invites.retrieve('invite_unknown')).rejects.toThrow(NotFoundError);
  },
};
