import type { VaultCredentialCreateParams, VaultCredentialUpdateParams } from '@parlance/schemas';
import { Hono } from 'hono';
import type { Listing } from './agents.js';
import type { Backend } from './backend.js';
import { body } from './body.js';

/** Identifies a credential of a vault. */
export interface CredentialOf {
  readonly vaultId: string;
  readonly id: string;
}

/** Routes for vaults. */
export function vaultRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/list', body<Listing>(), async (c) => {
      const params = { limit: 100, include_archived: c.req.valid('json').archived };
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(parlance.managedAgents.vaults.list(params, { signal })));
    })
    .post('/create', body<{ readonly name: string }>(), async (c) =>
      c.json(await parlance.managedAgents.vaults.create({ display_name: c.req.valid('json').name })),
    )
    .post('/archive', body<{ readonly id: string }>(), async (c) =>
      c.json(await parlance.managedAgents.vaults.archive(c.req.valid('json').id)),
    )
    .post('/delete', body<{ readonly id: string }>(), async (c) => {
      await parlance.managedAgents.vaults.delete(c.req.valid('json').id);
      return c.body(null, 204);
    });
}

/** Routes for the credentials of vaults. Secrets are only passed to the service; no response contains one. */
export function credentialRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/list', body<Listing & { readonly id: string }>(), async (c) => {
      const { id, archived } = c.req.valid('json');
      const { credentials } = parlance.managedAgents.vaults;
      const params = { limit: 100, include_archived: archived };
      return c.json(await Array.fromAsync(credentials.list(id, params, { signal: c.req.raw.signal })));
    })
    .post('/create', body<VaultCredentialCreateParams & { readonly vaultId: string }>(), async (c) => {
      const { vaultId, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.vaults.credentials.create(vaultId, params));
    })
    .post('/replace', body<VaultCredentialUpdateParams & CredentialOf>(), async (c) => {
      const { vaultId, id, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.vaults.credentials.update(vaultId, id, params));
    })
    .post('/validate', body<CredentialOf>(), async (c) => {
      const { vaultId, id } = c.req.valid('json');
      return c.json(await parlance.managedAgents.vaults.credentials.validate(vaultId, id));
    })
    .post('/archive', body<CredentialOf>(), async (c) => {
      const { vaultId, id } = c.req.valid('json');
      return c.json(await parlance.managedAgents.vaults.credentials.archive(vaultId, id));
    })
    .post('/delete', body<CredentialOf>(), async (c) => {
      const { vaultId, id } = c.req.valid('json');
      await parlance.managedAgents.vaults.credentials.delete(vaultId, id);
      return c.body(null, 204);
    });
}
