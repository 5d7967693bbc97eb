import { ConflictError } from '@parlance/core-transport';
import type { agentOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect, idsOf } from '../collect.js';
import type { ScenariosFor } from '../scenario.js';

const params = { name: 'Reviewer', model: 'assistant-sonnet-4-6', system: 'Review the change.' };

export const agentScenarios: ScenariosFor<typeof agentOperations> = {
  'agents.create': async ({ managedAgents: { agents } }) => {
    const agent = await agents.create(params);
    expect(agent).toMatchObject({ type: 'agent', name: 'Reviewer', version: 1 });
    expect(agent.archived_at ?? null).toBeNull();
  },
  'agents.retrieve': async ({ managedAgents: { agents } }) => {
    const agent = await agents.create(params);
    await agents.update(agent.id, { version: 1, name: 'Second' });
    expect((await agents.retrieve(agent.id)).name).toBe('Second');
    expect((await agents.retrieve(agent.id, { version: 1 })).name).toBe('Reviewer');
  },
  'agents.list': async ({ managedAgents: { agents } }) => {
    const agent = await agents.create(params);
    expect(await idsOf(agents.list({ limit: 1 }))).toContain(agent.id);
  },
  'agents.update': async ({ managedAgents: { agents } }) => {
    const agent = await agents.create(params);
    const updated = await agents.update(agent.id, { version: 1, system: 'Be brief.' });
    expect(updated).toMatchObject({ version: 2, system: 'Be brief.' });
    await expect(agents.update(agent.id, { version: 1, system: 'Late.' })).rejects.toThrow(ConflictError);
  },
  'agents.archive': async ({ managedAgents: { agents } }) => {
    const agent = await agents.create(params);
    expect((await agents.archive(agent.id)).archived_at).toEqual(expect.any(String));
    expect(await idsOf(agents.list())).not.toContain(agent.id);
  },
  'agents.listVersions': async ({ managedAgents: { agents } }) => {
    const agent = await agents.create(params);
    await agents.update(agent.id, { version: 1, name: 'Second' });
    const versions = await collect(agents.listVersions(agent.id, { limit: 1 }));
    expect(versions.map((version) => version.version).toSorted()).toEqual([1, 2]);
  },
};
