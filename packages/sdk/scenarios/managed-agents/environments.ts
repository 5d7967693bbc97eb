import { NotFoundError } from '@parlance/core-transport';
import type { environmentOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor } from '../scenario.js';

const params = { name: 'Build container', description: 'With compilers' };

export const environmentScenarios: ScenariosFor<typeof environmentOperations> = {
  'environments.create': async ({ managedAgents: { environments } }) => {
    expect(await environments.create(params)).toMatchObject({ type: 'environment', ...params });
  },
  'environments.retrieve': async ({ managedAgents: { environments } }) => {
    const environment = await environments.create(params);
    expect(await environments.retrieve(environment.id)).toEqual(environment);
  },
  'environments.list': async ({ managedAgents: { environments } }) => {
    const environment = await environments.create(params);
    expect(await idsOf(environments.list({ limit: 1 }))).toContain(environment.id);
  },
  'environments.update': async ({ managedAgents: { environments } }) => {
    const environment = await environments.create(params);
    expect((await environments.update(environment.id, { name: 'Other' })).name).toBe('Other');
  },
  'environments.archive': async ({ managedAgents: { environments } }) => {
    const environment = await environments.create(params);
    expect((await environments.archive(environment.id)).archived_at).toEqual(expect.any(String));
  },
  'environments.delete': async ({ managedAgents: { environments } }) => {
    const environment = await environments.create(params);
    expect(await environments.delete(environment.id)).toEqual({
      id: environment.id,
      type: 'environment_deleted',
    });
    await expect(environments.retrieve(environment.id)).rejects.toThrow(NotFoundError);
  },
};
