import { NotFoundError } from '@parlance/core-transport';
import type { Environment, environmentOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

const paramsOf = ({ word }: Clients) => ({ name: `Build container ${word}`, description: 'With compilers' });

function create(clients: Clients): Promise<Environment> {
  return clients.managedAgents.environments.create(paramsOf(clients)).then((environment) => environment);
}

export const environmentScenarios: ScenariosFor<typeof environmentOperations> = {
  'environments.create': async (clients) => {
    expect(await create(clients)).toMatchObject({ type: 'environment', ...paramsOf(clients) });
  },
  'environments.retrieve': async (clients) => {
    const { environments } = clients.managedAgents;
    const environment = await create(clients);
    expect(await environments.retrieve(environment.id)).toEqual(environment);
  },
  'environments.list': async (clients) => {
    const { environments } = clients.managedAgents;
    const environment = await create(clients);
    expect(await idsOf(environments.list({ limit: 1 }))).toContain(environment.id);
  },
  'environments.update': async (clients) => {
    const { environments } = clients.managedAgents;
    const environment = await create(clients);
    const name = `Other ${clients.word}`;
    expect((await environments.update(environment.id, { name })).name).toBe(name);
  },
  'environments.archive': async (clients) => {
    const { environments } = clients.managedAgents;
    const environment = await create(clients);
    expect((await environments.archive(environment.id)).archived_at).toEqual(expect.any(String));
  },
  'environments.delete': async (clients) => {
    const { environments } = clients.managedAgents;
    const environment = await create(clients);
    expect(await environments.delete(environment.id)).toEqual({
      id: environment.id,
      type: 'environment_deleted',
    });
    await expect(environments.retrieve(environment.id)).rejects.toThrow(NotFoundError);
  },
};
