import type { Memory, MemoryCreateParams, MemoryStoreCreateParams } from '@parlance/schemas';
import { Hono } from 'hono';
import type { Listing } from './agents.js';
import type { Backend } from './backend.js';
import { body } from './body.js';

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

/** Routes for memory stores. */
export function memoryRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/stores', body<Listing>(), async (c) => {
      const params = { limit: 100, include_archived: c.req.valid('json').archived };
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(parlance.managedAgents.memoryStores.list(params, { signal })));
    })
    .post('/createStore', body<MemoryStoreCreateParams>(), async (c) =>
      c.json(await parlance.managedAgents.memoryStores.create(c.req.valid('json'))),
    )
    .post('/archiveStore', body<{ readonly id: string }>(), async (c) =>
      c.json(await parlance.managedAgents.memoryStores.archive(c.req.valid('json').id)),
    )
    .post('/deleteStore', body<{ readonly id: string }>(), async (c) => {
      await parlance.managedAgents.memoryStores.delete(c.req.valid('json').id);
      return c.body(null, 204);
    })
    .post('/list', body<{ readonly id: string }>(), async (c) => {
      const { memories } = parlance.managedAgents.memoryStores;
      const { signal } = c.req.raw;
      const items = await Array.fromAsync(memories.list(c.req.valid('json').id, { limit: 100 }, { signal }));
      return c.json(items.filter((item): item is Memory => item.type === 'memory'));
    })
    .post('/read', body<MemoryOf>(), async (c) => {
      const { storeId, id } = c.req.valid('json');
      const { memories } = parlance.managedAgents.memoryStores;
      return c.json(await memories.retrieve(storeId, id, {}, { signal: c.req.raw.signal }));
    })
    .post('/write', body<MemoryCreateParams & { readonly storeId: string }>(), async (c) => {
      const { storeId, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.memoryStores.memories.create(storeId, params));
    })
    .post('/change', body<MemoryChange>(), async (c) => {
      const { storeId, id, content, read } = c.req.valid('json');
      const precondition = { type: 'content_sha256' as const, content_sha256: read };
      const { memories } = parlance.managedAgents.memoryStores;
      return c.json(await memories.update(storeId, id, { content, precondition }));
    })
    .post('/forget', body<MemoryOf>(), async (c) => {
      const { storeId, id } = c.req.valid('json');
      await parlance.managedAgents.memoryStores.memories.delete(storeId, id);
      return c.body(null, 204);
    });
}
