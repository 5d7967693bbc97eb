import { NotFoundError } from '@parlance/core-transport';
import type { Invite, inviteOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Stage } from '../scenario.js';

async function invite({ admin }: Stage): Promise<Invite> {
  return admin.invites.create({ email: 'new.colleague@example.com', role: 'developer' });
}

export const inviteScenarios: ScenariosFor<typeof inviteOperations> = {
  'invites.create': async (stage) => {
    expect(await invite(stage)).toMatchObject({ type: 'invite', role: 'developer', status: 'pending' });
  },
  'invites.retrieve': async (stage) => {
    const made = await invite(stage);
    expect(await stage.admin.invites.retrieve(made.id)).toEqual(made);
  },
  'invites.list': async (stage) => {
    const made = await invite(stage);
    expect(await idsOf(stage.admin.invites.list({ limit: 2 }))).toContain(made.id);
  },
  'invites.delete': async (stage) => {
    const made = await invite(stage);
    expect((await stage.admin.invites.delete(made.id)).id).toBe(made.id);
    await expect(stage.admin.invites.retrieve('invite_unknown')).rejects.toThrow(NotFoundError);
  },
};
