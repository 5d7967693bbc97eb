import { ConflictError, NotFoundError } from '@parlance/core-transport';
import type { Memory, memoryOperations, memoryVersionOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor, Stage } from '../scenario.js';

const params = { path: '/style.md', content: 'Short sentences.' };

async function memory({ managedAgents }: Stage): Promise<{ storeId: string; made: Memory }> {
  const store = await managedAgents.memoryStores.create({ name: 'Notes' });
  return { storeId: store.id, made: await managedAgents.memoryStores.memories.create(store.id, params) };
}

export const memoryScenarios: ScenariosFor<typeof memoryOperations> = {
  'memoryStores.memories.create': async (stage) => {
    const { storeId, made } = await memory(stage);
    expect(made).toMatchObject({ type: 'memory', path: '/style.md', memory_store_id: storeId });
    await expect(stage.managedAgents.memoryStores.memories.create(storeId, params)).rejects.toThrow(
      ConflictError,
    );
  },
  'memoryStores.memories.retrieve': async (stage) => {
    const { storeId, made } = await memory(stage);
    const full = await stage.managedAgents.memoryStores.memories.retrieve(storeId, made.id, { view: 'full' });
    expect(full.content).toBe('Short sentences.');
  },
  'memoryStores.memories.list': async (stage) => {
    const { storeId } = await memory(stage);
    const { memories } = stage.managedAgents.memoryStores;
    await memories.create(storeId, { path: '/facts/one.md', content: 'One' });
    const listed = await collect(memories.list(storeId, { limit: 1 }));
    expect(listed.map((item) => item.path).toSorted()).toEqual(['/facts/one.md', '/style.md']);
  },
  'memoryStores.memories.update': async (stage) => {
    const { storeId, made } = await memory(stage);
    const updated = await stage.managedAgents.memoryStores.memories.update(storeId, made.id, {
      content: 'Longer.',
    });
    expect(updated.content_sha256).not.toBe(made.content_sha256);
  },
  'memoryStores.memories.delete': async (stage) => {
    const { storeId, made } = await memory(stage);
    const { memories } = stage.managedAgents.memoryStores;
    expect((await memories.delete(storeId, made.id)).id).toBe(made.id);
    await expect(memories.retrieve(storeId, made.id)).rejects.toThrow(NotFoundError);
  },
};

export const memoryVersionScenarios: ScenariosFor<typeof memoryVersionOperations> = {
  'memoryStores.versions.list': async (stage) => {
    const { storeId, made } = await memory(stage);
    const { memories, versions } = stage.managedAgents.memoryStores;
    await memories.update(storeId, made.id, { content: 'Longer.' });
    const listed = await collect(versions.list(storeId, { memory_id: made.id, limit: 1 }));
    expect(listed.map((version) => version.operation).toSorted()).toEqual(['created', 'modified']);
  },
  'memoryStores.versions.retrieve': async (stage) => {
    const { storeId, made } = await memory(stage);
    const version = await stage.managedAgents.memoryStores.versions.retrieve(storeId, made.memory_version_id);
    expect(version).toMatchObject({ id: made.memory_version_id, memory_id: made.id });
  },
  'memoryStores.versions.redact': async (stage) => {
    const { storeId, made } = await memory(stage);
    const { memories, versions } = stage.managedAgents.memoryStores;
    await memories.update(storeId, made.id, { content: 'Longer.' });
    await versions.redact(storeId, made.memory_version_id);
    const redacted = await versions.retrieve(storeId, made.memory_version_id, { view: 'full' });
    expect(JSON.stringify(redacted)).not.toContain('Short sentences.');
  },
};
