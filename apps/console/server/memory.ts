import type { Memory } from '@parlance/schemas';
import { MemoryCreateParamsSchema, MemoryStoreCreateParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body, byId, id } from './body.js';
import { listing, listParams } from './listing.js';

/** Identifies a memory of a store. */
const memory = z.strictObject({ storeId: id, id });

const memoryChange = memory.extend({
  content: z.string(),
  /** SHA-256 of the content that the user edited. The update fails if the memory has changed since. */
  read: z.string(),
});

/** Routes for memory stores. */
export function memoryRoutes({ parlance }: Backend) {
  // A client without a key throws when it is first used.
  const stores = () => parlance.managedAgents.memoryStores;
  return new Hono()
    .post('/stores', body(listing), async (c) => {
      const items = stores().list(listParams(c.req.valid('json')), { signal: c.req.raw.signal });
      return c.json(await Array.fromAsync(items));
    })
    .post('/createStore', body(MemoryStoreCreateParamsSchema), async (c) =>
      c.json(await stores().create(c.req.valid('json'))),
    )
    .post('/archiveStore', body(byId), async (c) => c.json(await stores().archive(c.req.valid('json').id)))
    .post('/deleteStore', body(byId), async (c) => {
      await stores().delete(c.req.valid('json').id);
      return c.body(null, 204);
    })
    .post('/list', body(byId), async (c) => {
      const { signal } = c.req.raw;
      const items = stores().memories.list(c.req.valid('json').id, { limit: 100 }, { signal });
      return c.json((await Array.fromAsync(items)).filter((item): item is Memory => item.type === 'memory'));
    })
    .post('/read', body(memory), async (c) => {
      const { storeId, id } = c.req.valid('json');
      return c.json(await stores().memories.retrieve(storeId, id, {}, { signal: c.req.raw.signal }));
    })
    .post('/write', body(MemoryCreateParamsSchema.extend({ storeId: id })), async (c) => {
      const { storeId, ...params } = c.req.valid('json');
      return c.json(await stores().memories.create(storeId, params));
    })
    .post('/change', body(memoryChange), async (c) => {
      const { storeId, id, content, read } = c.req.valid('json');
      const precondition = { type: 'content_sha256' as const, content_sha256: read };
      return c.json(await stores().memories.update(storeId, id, { content, precondition }));
    })
    .post('/forget', body(memory), async (c) => {
      const { storeId, id } = c.req.valid('json');
      await stores().memories.delete(storeId, id);
      return c.body(null, 204);
    });
}
