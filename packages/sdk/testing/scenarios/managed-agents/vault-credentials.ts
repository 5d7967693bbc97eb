import { NotFoundError } from '@parlance/core-transport';
import type { VaultCredential, vaultCredentialOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

const auth = {
  type: 'static_bearer' as const,
  mcp_server_url: 'https://mcp.example.com',
  token: 'canary-token',
};

async function credential({ managedAgents }: Clients): Promise<{ vaultId: string; made: VaultCredential }> {
  const vault = await managedAgents.vaults.create({ display_name: 'Build farm' });
  const made = await managedAgents.vaults.credentials.create(vault.id, { auth, display_name: 'Search' });
  return { vaultId: vault.id, made };
}

export const vaultCredentialScenarios: ScenariosFor<typeof vaultCredentialOperations> = {
  'vaults.credentials.create': async (clients) => {
    const { made, vaultId } = await credential(clients);
    expect(made).toMatchObject({ vault_id: vaultId, display_name: 'Search' });
    expect(JSON.stringify(made)).not.toContain('canary-token');
  },
  'vaults.credentials.retrieve': async (clients) => {
    const { made, vaultId } = await credential(clients);
    expect(await clients.managedAgents.vaults.credentials.retrieve(vaultId, made.id)).toEqual(made);
  },
  'vaults.credentials.list': async (clients) => {
    const { made, vaultId } = await credential(clients);
    expect(await idsOf(clients.managedAgents.vaults.credentials.list(vaultId))).toEqual([made.id]);
  },
  'vaults.credentials.update': async (clients) => {
    const { made, vaultId } = await credential(clients);
    const { credentials } = clients.managedAgents.vaults;
    const updated = await credentials.update(vaultId, made.id, { display_name: 'Find' });
    expect(updated.display_name).toBe('Find');
  },
  'vaults.credentials.archive': async (clients) => {
    const { made, vaultId } = await credential(clients);
    const archived = await clients.managedAgents.vaults.credentials.archive(vaultId, made.id);
    expect(archived.archived_at).toEqual(expect.any(String));
  },
  'vaults.credentials.delete': async (clients) => {
    const { made, vaultId } = await credential(clients);
    const { credentials } = clients.managedAgents.vaults;
    expect((await credentials.delete(vaultId, made.id)).id).toBe(made.id);
    await expect(credentials.retrieve(vaultId, made.id)).rejects.toThrow(NotFoundError);
  },
  'vaults.credentials.validate': async ({ managedAgents: { vaults } }) => {
    const vault = await vaults.create({ display_name: 'Build farm' });
    const oauth = {
      type: 'mcp_oauth' as const,
      mcp_server_url: 'https://mcp.example.com',
      access_token: 'canary-token',
    };
    const made = await vaults.credentials.create(vault.id, { auth: oauth });
    const result = await vaults.credentials.validate(vault.id, made.id);
    expect(result).toMatchObject({ credential_id: made.id });
  },
};
