import { NotFoundError } from '@parlance/core-transport';
import type { userProfileOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor } from '../scenario.js';

const params = { external_id: 'customer-7', name: 'Ada', metadata: { plan: 'team' } };

export const userProfileScenarios: ScenariosFor<typeof userProfileOperations> = {
  'userProfiles.create': async ({ managedAgents: { userProfiles } }) => {
    expect(await userProfiles.create(params)).toMatchObject(params);
  },
  'userProfiles.retrieve': async ({ managedAgents: { userProfiles } }) => {
    const profile = await userProfiles.create(params);
    expect(await userProfiles.retrieve(profile.id)).toEqual(profile);
  },
  'userProfiles.list': async ({ managedAgents: { userProfiles } }) => {
    const profile = await userProfiles.create(params);
    expect(await idsOf(userProfiles.list({ limit: 1 }))).toContain(profile.id);
  },
  'userProfiles.update': async ({ managedAgents: { userProfiles } }) => {
    const profile = await userProfiles.create(params);
    const updated = await userProfiles.update(profile.id, { metadata: { plan: '', region: 'eu' } });
    expect(updated.metadata).toEqual({ region: 'eu' });
  },
  'userProfiles.createEnrollmentUrl': async ({ managedAgents: { userProfiles } }) => {
    const profile = await userProfiles.create(params);
    expect((await userProfiles.createEnrollmentUrl(profile.id)).url).toMatch(/^https:/);
  },
  'userProfiles.createActionUrl': async ({ managedAgents: { userProfiles } }) => {
    const profile = await userProfiles.create(params);
    const { url } = await userProfiles.createActionUrl(profile.id, { action: { type: 'enroll_end_user' } });
    expect(url).toMatch(/^https:/);
  },
  'userProfiles.delete': async ({ managedAgents: { userProfiles } }) => {
    const profile = await userProfiles.create(params);
    expect((await userProfiles.delete(profile.id)).id).toBe(profile.id);
    await expect(userProfiles.retrieve(profile.id)).rejects.toThrow(NotFoundError);
  },
};
