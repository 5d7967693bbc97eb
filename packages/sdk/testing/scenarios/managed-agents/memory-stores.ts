import { NotFoundError } from '@parlance/core-transport';
import type { memoryStoreOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor } from '../scenario.js';

const params = { name: 'Notes', description: 'What was learned', metadata: { team: 'tools' } };

export const memoryStoreScenarios: ScenariosFor<typeof memoryStoreOperations> = {
  'memoryStores.create': async ({ managedAgents: { memoryStores } }) => {
    expect(await memoryStores.create(params)).toMatchObject({ type: 'memory_store', ...params });
  },
  'memoryStores.retrieve': async ({ managedAgents: { memoryStores } }) => {
    const store = await memoryStores.create(params);
    expect(await memoryStores.retrieve(store.id)).toEqual(store);
  },
  'memoryStores.list': async ({ managedAgents: { memoryStores } }) => {
    const first = await memoryStores.create(params);
    const second = await memoryStores.create(params);
    const listed = await idsOf(memoryStores.list({ limit: 1 }));
    expect(listed.filter((id) => id === first.id || id === second.id)).toEqual([second.id, first.id]);
  },
  'memoryStores.update': async ({ managedAgents: { memoryStores } }) => {
    const store = await memoryStores.create(params);
    expect((await memoryStores.update(store.id, { name: 'Facts' })).name).toBe('Facts');
  },
  'memoryStores.archive': async ({ managedAgents: { memoryStores } }) => {
    const store = await memoryStores.create(params);
    expect((await memoryStores.archive(store.id)).archived_at).toEqual(expect.any(String));
    expect(await idsOf(memoryStores.list())).not.toContain(store.id);
  },
  'memoryStores.delete': async ({ managedAgents: { memoryStores } }) => {
    const store = await memoryStores.create(params);
    expect((await memoryStores.delete(store.id)).id).toBe(store.id);
    await expect(memoryStores.retrieve(store.id)).rejects.toThrow(NotFoundError);
  },
};
