import { ConflictError, NotFoundError } from '@parlance/core-transport';
import type { Memory, memoryOperations, memoryVersionOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

const params = { path: '/style.md', content: 'Short sentences.' };

async function memory({ managedAgents }: Clients): Promise<{ storeId: string; made: Memory }> {
  const store = await managedAgents.memoryStores.create({ name: 'Notes' });
  return { storeId: store.id, made: await managedAgents.memoryStores.memories.create(store.id, params) };
}

export const memoryScenarios: ScenariosFor<typeof memoryOperations> = {
  'memoryStores.memories.create': async (clients) => {
    const { storeId, made } = await memory(clients);
    expect(made).toMatchObject({ type: 'memory', path: '/style.md', memory_store_id: storeId });
    await expect(clients.managedAgents.memoryStores.memories.create(storeId, params)).rejects.toThrow(
      ConflictError,
    );
  },
  'memoryStores.memories.retrieve': async (clients) => {
    const { storeId, made } = await memory(clients);
    const full = await clients.managedAgents.memoryStores.memories.retrieve(storeId, made.id, {
      view: 'full',
    });
    expect(full.content).toBe('Short sentences.');
  },
  'memoryStores.memories.list': async (clients) => {
    const { storeId } = await memory(clients);
    const { memories } = clients.managedAgents.memoryStores;
    await memories.create(storeId, { path: '/facts/one.md', content: 'One' });
    const listed = await collect(memories.list(storeId, { limit: 1 }));
    expect(listed.map((item) => item.path).toSorted()).toEqual(['/facts/one.md', '/style.md']);
  },
  'memoryStores.memories.update': async (clients) => {
    const { storeId, made } = await memory(clients);
    const updated = await clients.managedAgents.memoryStores.memories.update(storeId, made.id, {
      content: 'Longer.',
    });
    expect(updated.content_sha256).not.toBe(made.content_sha256);
  },
  'memoryStores.memories.delete': async (clients) => {
    const { storeId, made } = await memory(clients);
    const { memories } = clients.managedAgents.memoryStores;
    expect((await memories.delete(storeId, made.id)).id).toBe(made.id);
    await expect(memories.retrieve(storeId, made.id)).rejects.toThrow(NotFoundError);
  },
};

export const memoryVersionScenarios: ScenariosFor<typeof memoryVersionOperations> = {
  'memoryStores.versions.list': async (clients) => {
    const { storeId, made } = await memory(clients);
    const { memories, versions } = clients.managedAgents.memoryStores;
    await memories.update(storeId, made.id, { content: 'Longer.' });
    const listed = await collect(versions.list(storeId, { memory_id: made.id, limit: 1 }));
    expect(listed.map((version) => version.operation).toSorted()).toEqual(['created', 'modified']);
  },
  'memoryStores.versions.retrieve': async (clients) => {
    const { storeId, made } = await memory(clients);
    const version = await clients.managedAgents.memoryStores.versions.retrieve(
      storeId,
      made.memory_version_id,
    );
    expect(version).toMatchObject({ id: made.memory_version_id, memory_id: made.id });
  },
  'memoryStores.versions.redact': async (clients) => {
    const { storeId, made } = await memory(clients);
    const { memories, versions } = clients.managedAgents.memoryStores;
    await memories.update(storeId, made.id, { content: 'Longer.' });
    await versions.redact(storeId, made.memory_version_id);
    const redacted = await versions.retrieve(storeId, made.memory_version_id, { view: 'full' });
    expect(JSON.stringify(redacted)).not.toContain('Short sentences.');
  },
};
