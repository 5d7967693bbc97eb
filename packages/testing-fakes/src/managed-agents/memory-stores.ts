/**
 * Handlers for memory stores.
 *
 * Rules: MEM-001, MEM-002, MEM-003, MEM-004, MEM-006, MEM-007, MEM-008, MEM-011, MEM-016, MEM-018, MEM-025.
 */
import type { memoryStoreOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { conflict } from '../engine/refusal.js';
import { archive, changed, find, remove, touch } from '../records/find.js';
import { patchMetadata } from '../records/metadata.js';
import { cursorPage } from '../records/pages.js';
import { memories, memoryStores, memoryVersions } from './collections.js';
import { timeFilter } from '../records/time-filter.js';

const named = { what: 'memory store', rule: 'MEM-012' };

/** Handlers for the memory store operations. */
export const memoryStoreHandlers: HandlersFor<typeof memoryStoreOperations> = {
  'memoryStores.create': ({ body, world, now }) => {
    const id = world.id('memstore_');
    return world.store.of(memoryStores).put(id, {
      id,
      created_at: now,
      name: body.name,
      type: 'memory_store',
      updated_at: now,
      archived_at: null,
      description: body.description ?? '',
      metadata: body.metadata ?? {},
    });
  },
  'memoryStores.retrieve': ({ params, world }) =>
    find(world.store.of(memoryStores), params.memory_store_id, named),
  'memoryStores.list': (call) =>
    cursorPage(call, {
      from: call.world.store.of(memoryStores),
      show: (store) => store,
      where: (store) =>
        (call.query.include_archived === true || store.archived_at === null) &&
        timeFilter(call.query.created_at)(store.created_at),
    }),
  'memoryStores.update': ({ params, body, world }) => {
    const records = world.store.of(memoryStores);
    const store = find(records, params.memory_store_id, named);
    if (store.archived_at !== null)
      throw conflict('MEM-009', 'The memory store is archived and cannot be updated.');
    const next = changed(store, {
      name: body.name ?? undefined,
      description: body.description ?? undefined,
      metadata: patchMetadata(store.metadata, body.metadata),
    });
    return next === store ? store : records.put(store.id, touch(world.clock, next));
  },
  'memoryStores.archive': (call) =>
    archive(call, call.world.store.of(memoryStores), { ...named, id: call.params.memory_store_id }),
  'memoryStores.delete': ({ params, world }) => {
    remove(world.store.of(memoryStores), params.memory_store_id, named);
    world.store.drop(memories, params.memory_store_id);
    world.store.drop(memoryVersions, params.memory_store_id);
    return { id: params.memory_store_id, type: 'memory_store_deleted' };
  },
};
