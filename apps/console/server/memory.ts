import type { Memory, MemoryCreateParams, MemoryStore, MemoryStoreCreateParams } from '@parlance/schemas';
import type { Listing } from './agents.js';
import type { Backend } from './backend.js';
import type { CallContext } from './rpc.js';

/** Identifies a memory of a store. */
export interface MemoryOf {
  readonly storeId: string;
  readonly id: string;
}

/** An update of a memory. */
export interface MemoryChange extends MemoryOf {
  readonly content: string;
  /** SHA-256 of the content that the user edited. The update fails if the memory has changed since. */
  readonly read: string;
}

/** Calls for memory stores. */
export function memoryCalls({ parlance }: Backend) {
  return {
    'memory.stores': async ({ archived }: Listing, { signal }: CallContext): Promise<MemoryStore[]> => {
      const params = { limit: 100, include_archived: archived };
      return Array.fromAsync(parlance.managedAgents.memoryStores.list(params, { signal }));
    },

    'memory.createStore': async (params: MemoryStoreCreateParams): Promise<MemoryStore> =>
      parlance.managedAgents.memoryStores.create(params),

    'memory.archiveStore': async ({ id }: { id: string }): Promise<MemoryStore> =>
      parlance.managedAgents.memoryStores.archive(id),

    'memory.deleteStore': async ({ id }: { id: string }): Promise<void> => {
      await parlance.managedAgents.memoryStores.delete(id);
    },

    'memory.list': async ({ id }: { id: string }, { signal }: CallContext): Promise<Memory[]> => {
      const { memories } = parlance.managedAgents.memoryStores;
      const items = await Array.fromAsync(memories.list(id, { limit: 100 }, { signal }));
      return items.filter((item): item is Memory => item.type === 'memory');
    },

    'memory.read': async ({ storeId, id }: MemoryOf, { signal }: CallContext): Promise<Memory> =>
      parlance.managedAgents.memoryStores.memories.retrieve(storeId, id, {}, { signal }),

    'memory.write': async ({
      storeId,
      ...params
    }: MemoryCreateParams & { readonly storeId: string }): Promise<Memory> =>
      parlance.managedAgents.memoryStores.memories.create(storeId, params),

    'memory.change': async ({ storeId, id, content, read }: MemoryChange): Promise<Memory> =>
      parlance.managedAgents.memoryStores.memories.update(storeId, id, {
        content,
        precondition: { type: 'content_sha256', content_sha256: read },
      }),

    'memory.forget': async ({ storeId, id }: MemoryOf): Promise<void> => {
      await parlance.managedAgents.memoryStores.memories.delete(storeId, id);
    },
  };
}
