import type {
  Vault,
  VaultCredential,
  VaultCredentialCreateParams,
  VaultCredentialUpdateParams,
  VaultCredentialValidation,
} from '@parlance/schemas';
import type { Listing } from './agents.js';
import type { Backend } from './backend.js';
import type { CallContext } from './rpc.js';

/** Identifies a credential of a vault. */
export interface CredentialOf {
  readonly vaultId: string;
  readonly id: string;
}

/** Calls for vaults. Secrets are only passed to the service; no response contains one. */
export function vaultCalls({ parlance }: Backend) {
  return {
    'vaults.list': async ({ archived }: Listing, { signal }: CallContext): Promise<Vault[]> => {
      const params = { limit: 100, include_archived: archived };
      return Array.fromAsync(parlance.managedAgents.vaults.list(params, { signal }));
    },

    'vaults.create': async ({ name }: { name: string }): Promise<Vault> =>
      parlance.managedAgents.vaults.create({ display_name: name }),

    'vaults.archive': async ({ id }: { id: string }): Promise<Vault> =>
      parlance.managedAgents.vaults.archive(id),

    'vaults.delete': async ({ id }: { id: string }): Promise<void> => {
      await parlance.managedAgents.vaults.delete(id);
    },

    ...credentialCalls(parlance),
  };
}

function credentialCalls(parlance: Backend['parlance']) {
  return {
    'credentials.list': async (
      { id, archived }: Listing & { readonly id: string },
      { signal }: CallContext,
    ): Promise<VaultCredential[]> => {
      const params = { limit: 100, include_archived: archived };
      return Array.fromAsync(parlance.managedAgents.vaults.credentials.list(id, params, { signal }));
    },

    'credentials.create': async ({
      vaultId,
      ...params
    }: VaultCredentialCreateParams & { readonly vaultId: string }): Promise<VaultCredential> =>
      parlance.managedAgents.vaults.credentials.create(vaultId, params),

    'credentials.replace': async ({
      vaultId,
      id,
      ...params
    }: VaultCredentialUpdateParams & CredentialOf): Promise<VaultCredential> =>
      parlance.managedAgents.vaults.credentials.update(vaultId, id, params),

    'credentials.validate': async ({ vaultId, id }: CredentialOf): Promise<VaultCredentialValidation> =>
      parlance.managedAgents.vaults.credentials.validate(vaultId, id),

    'credentials.archive': async ({ vaultId, id }: CredentialOf): Promise<VaultCredential> =>
      parlance.managedAgents.vaults.credentials.archive(vaultId, id),

    'credentials.delete': async ({ vaultId, id }: CredentialOf): Promise<void> => {
      await parlance.managedAgents.vaults.credentials.delete(vaultId, id);
    },
  };
}
