import { NotFoundError } from '@parlance/core-transport';
import type { Environment, environmentOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Stage } from '../scenario.js';

const paramsOf = ({ word }: Stage) => ({ name: `Build container ${word}`, description: 'With compilers' });

function create(stage: Stage): Promise<Environment> {
  return stage.managedAgents.environments.create(paramsOf(stage)).then((environment) => environment);
}

export const environmentScenarios: ScenariosFor<typeof environmentOperations> = {
  'environments.create': async (stage) => {
    expect(await create(stage)).toMatchObject({ type: 'environment', ...paramsOf(stage) });
  },
  'environments.retrieve': async (stage) => {
    const { environments } = stage.managedAgents;
    const environment = await create(stage);
    expect(await environments.retrieve(environment.id)).toEqual(environment);
  },
  'environments.list': async (stage) => {
    const { environments } = stage.managedAgents;
    const environment = await create(stage);
    expect(await idsOf(environments.list({ limit: 1 }))).toContain(environment.id);
  },
  'environments.update': async (stage) => {
    const { environments } = stage.managedAgents;
    const environment = await create(stage);
    const name = `Other ${stage.word}`;
    expect((await environments.update(environment.id, { name })).name).toBe(name);
  },
  'environments.archive': async (stage) => {
    const { environments } = stage.managedAgents;
    const environment = await create(stage);
    expect((await environments.archive(environment.id)).archived_at).toEqual(expect.any(String));
  },
  'environments.delete': async (stage) => {
    const { environments } = stage.managedAgents;
    const environment = await create(stage);
    expect(await environments.delete(environment.id)).toEqual({
      id: environment.id,
      type: 'environment_deleted',
    });
    await expect(environments.retrieve(environment.id)).rejects.toThrow(NotFoundError);
  },
};
