import {
  VaultCredentialCreateParamsSchema,
  VaultCredentialUpdateParamsSchema,
} from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import { listing } from './agents.js';
import type { Backend } from './backend.js';
import { body, byId, id } from './body.js';

/** Identifies a credential of a vault. */
const credential = z.strictObject({ vaultId: id, id });

/** Routes for vaults. */
export function vaultRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/list', body(listing), async (c) => {
      const params = { limit: 100, include_archived: c.req.valid('json').archived };
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(parlance.managedAgents.vaults.list(params, { signal })));
    })
    .post('/create', body(z.strictObject({ name: z.string().min(1) })), async (c) =>
      c.json(await parlance.managedAgents.vaults.create({ display_name: c.req.valid('json').name })),
    )
    .post('/archive', body(byId), async (c) =>
      c.json(await parlance.managedAgents.vaults.archive(c.req.valid('json').id)),
    )
    .post('/delete', body(byId), async (c) => {
      await parlance.managedAgents.vaults.delete(c.req.valid('json').id);
      return c.body(null, 204);
    });
}

/** Routes for the credentials of vaults. Secrets are only passed to the service; no response contains one. */
export function credentialRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/list', body(listing.extend({ id })), async (c) => {
      const { id, archived } = c.req.valid('json');
      const { credentials } = parlance.managedAgents.vaults;
      const params = { limit: 100, include_archived: archived };
      return c.json(await Array.fromAsync(credentials.list(id, params, { signal: c.req.raw.signal })));
    })
    .post('/create', body(VaultCredentialCreateParamsSchema.extend({ vaultId: id })), async (c) => {
      const { vaultId, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.vaults.credentials.create(vaultId, params));
    })
    .post('/replace', body(VaultCredentialUpdateParamsSchema.extend(credential.shape)), async (c) => {
      const { vaultId, id, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.vaults.credentials.update(vaultId, id, params));
    })
    .post('/validate', body(credential), async (c) => {
      const { vaultId, id } = c.req.valid('json');
      return c.json(await parlance.managedAgents.vaults.credentials.validate(vaultId, id));
    })
    .post('/archive', body(credential), async (c) => {
      const { vaultId, id } = c.req.valid('json');
      return c.json(await parlance.managedAgents.vaults.credentials.archive(vaultId, id));
    })
    .post('/delete', body(credential), async (c) => {
      const { vaultId, id } = c.req.valid('json');
      await parlance.managedAgents.vaults.credentials.delete(vaultId, id);
      return c.body(null, 204);
    });
}
