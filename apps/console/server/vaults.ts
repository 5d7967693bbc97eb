import {
  VaultCredentialCreateParamsSchema,
  VaultCredentialUpdateParamsSchema,
} from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body, byId, id } from './body.js';
import { listing, listParams } from './listing.js';

/** Identifies a credential of a vault. */
const credential = z.strictObject({ vaultId: id, id });

/** Routes for vaults. */
export function vaultRoutes({ parlance }: Backend) {
  // A client without a key throws when it is first used.
  const vaults = () => parlance.managedAgents.vaults;
  return new Hono()
    .post('/list', body(listing), async (c) => {
      const items = vaults().list(listParams(c.req.valid('json')), { signal: c.req.raw.signal });
      return c.json(await Array.fromAsync(items));
    })
    .post('/create', body(z.strictObject({ name: z.string().min(1) })), async (c) =>
      c.json(await vaults().create({ display_name: c.req.valid('json').name })),
    )
    .post('/archive', body(byId), async (c) => c.json(await vaults().archive(c.req.valid('json').id)))
    .post('/delete', body(byId), async (c) => {
      await vaults().delete(c.req.valid('json').id);
      return c.body(null, 204);
    });
}

/** Routes for the credentials of vaults. Secrets are only passed to the service; no response contains one. */
export function credentialRoutes({ parlance }: Backend) {
  // A client without a key throws when it is first used.
  const credentials = () => parlance.managedAgents.vaults.credentials;
  return new Hono()
    .post('/list', body(listing.extend({ id })), async (c) => {
      const { id, ...filters } = c.req.valid('json');
      const items = credentials().list(id, listParams(filters), { signal: c.req.raw.signal });
      return c.json(await Array.fromAsync(items));
    })
    .post('/create', body(VaultCredentialCreateParamsSchema.extend({ vaultId: id })), async (c) => {
      const { vaultId, ...params } = c.req.valid('json');
      return c.json(await credentials().create(vaultId, params));
    })
    .post('/replace', body(VaultCredentialUpdateParamsSchema.extend(credential.shape)), async (c) => {
      const { vaultId, id, ...params } = c.req.valid('json');
      return c.json(await credentials().update(vaultId, id, params));
    })
    .post('/validate', body(credential), async (c) => {
      const { vaultId, id } = c.req.valid('json');
      return c.json(await credentials().validate(vaultId, id));
    })
    .post('/archive', body(credential), async (c) => {
      const { vaultId, id } = c.req.valid('json');
      return c.json(await credentials().archive(vaultId, id));
    })
    .post('/delete', body(credential), async (c) => {
      const { vaultId, id } = c.req.valid('json');
      await credentials().delete(vaultId, id);
      return c.body(null, 204);
    });
}
