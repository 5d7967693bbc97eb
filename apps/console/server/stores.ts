import type { Memory, MemoryStore, Vault, VaultCredential } from '@parlance/schemas';
import type { Backend } from './backend.js';
import type { CallContext } from './rpc.js';

/** A secret on its way to a vault. It can be replaced later, never read. */
export interface NewCredential {
  readonly vaultId: string;
  readonly name: string;
  readonly serverUrl: string;
  readonly token: string;
}

/** A text to be remembered. */
export interface NewMemory {
  readonly storeId: string;
  readonly path: string;
  readonly content: string;
}

/** The calls about what sessions can be given: memory stores and vaults. */
export function storeCalls({ parlance }: Backend) {
  return { ...memoryCalls(parlance), ...vaultCalls(parlance) };
}

function memoryCalls(parlance: Backend['parlance']) {
  return {
    'memory.stores': async (_: null, { signal }: CallContext): Promise<MemoryStore[]> =>
      Array.fromAsync(parlance.managedAgents.memoryStores.list({ limit: 100 }, { signal })),

    'memory.createStore': async ({ name }: { name: string }): Promise<MemoryStore> =>
      parlance.managedAgents.memoryStores.create({ name }),

    'memory.memories': async ({ id }: { id: string }, { signal }: CallContext): Promise<Memory[]> => {
      const { memories } = parlance.managedAgents.memoryStores;
      const items = await Array.fromAsync(memories.list(id, { limit: 100, view: 'full' }, { signal }));
      return items.filter((item): item is Memory => item.type === 'memory');
    },

    'memory.create': async ({ storeId, path, content }: NewMemory): Promise<Memory> =>
      parlance.managedAgents.memoryStores.memories.create(storeId, { path, content }),
  };
}

function vaultCalls(parlance: Backend['parlance']) {
  return {
    'vaults.list': async (_: null, { signal }: CallContext): Promise<Vault[]> =>
      Array.fromAsync(parlance.managedAgents.vaults.list({ limit: 100 }, { signal })),

    'vaults.create': async ({ name }: { name: string }): Promise<Vault> =>
      parlance.managedAgents.vaults.create({ display_name: name }),

    'vaults.credentials': async (
      { id }: { id: string },
      { signal }: CallContext,
    ): Promise<VaultCredential[]> =>
      Array.fromAsync(parlance.managedAgents.vaults.credentials.list(id, { limit: 100 }, { signal })),

    'vaults.addCredential': async ({
      vaultId,
      name,
      serverUrl,
      token,
    }: NewCredential): Promise<VaultCredential> =>
      parlance.managedAgents.vaults.credentials.create(vaultId, {
        display_name: name,
        auth: { type: 'static_bearer', mcp_server_url: serverUrl, token },
      }),

    'vaults.deleteCredential': async ({ vaultId, id }: { vaultId: string; id: string }): Promise<void> => {
      await parlance.managedAgents.vaults.credentials.delete(vaultId, id);
    },
  };
}
