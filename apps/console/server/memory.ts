import type { Memory } from '@parlance/schemas';
import { MemoryCreateParamsSchema, MemoryStoreCreateParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import { listing } from './agents.js';
import type { Backend } from './backend.js';
import { body, byId, id } from './body.js';

/** Identifies a memory of a store. */
const memory = z.strictObject({ storeId: id, id });

const memoryChange = memory.extend({
  content: z.string(),
  /** SHA-256 of the content that the user edited. The update fails if the memory has changed since. */
  read: z.string(),
});

/** Routes for memory stores. */
export function memoryRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/stores', body(listing), async (c) => {
      const params = { limit: 100, include_archived: c.req.valid('json').archived };
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(parlance.managedAgents.memoryStores.list(params, { signal })));
    })
    .post('/createStore', body(MemoryStoreCreateParamsSchema), async (c) =>
      c.json(await parlance.managedAgents.memoryStores.create(c.req.valid('json'))),
    )
    .post('/archiveStore', body(byId), async (c) =>
      c.json(await parlance.managedAgents.memoryStores.archive(c.req.valid('json').id)),
    )
    .post('/deleteStore', body(byId), async (c) => {
      await parlance.managedAgents.memoryStores.delete(c.req.valid('json').id);
      return c.body(null, 204);
    })
    .post('/list', body(byId), async (c) => {
      const { memories } = parlance.managedAgents.memoryStores;
      const { signal } = c.req.raw;
      const items = await Array.fromAsync(memories.list(c.req.valid('json').id, { limit: 100 }, { signal }));
      return c.json(items.filter((item): item is Memory => item.type === 'memory'));
    })
    .post('/read', body(memory), async (c) => {
      const { storeId, id } = c.req.valid('json');
      const { memories } = parlance.managedAgents.memoryStores;
      return c.json(await memories.retrieve(storeId, id, {}, { signal: c.req.raw.signal }));
    })
    .post('/write', body(MemoryCreateParamsSchema.extend({ storeId: id })), async (c) => {
      const { storeId, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.memoryStores.memories.create(storeId, params));
    })
    .post('/change', body(memoryChange), async (c) => {
      const { storeId, id, content, read } = c.req.valid('json');
      const precondition = { type: 'content_sha256' as const, content_sha256: read };
      const { memories } = parlance.managedAgents.memoryStores;
      return c.json(await memories.update(storeId, id, { content, precondition }));
    })
    .post('/forget', body(memory), async (c) => {
      const { storeId, id } = c.req.valid('json');
      await parlance.managedAgents.memoryStores.memories.delete(storeId, id);
      return c.body(null, 204);
    });
}
