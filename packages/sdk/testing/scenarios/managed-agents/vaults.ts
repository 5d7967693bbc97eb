import { NotFoundError } from '@parlance/core-transport';
import type { vaultOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor } from '../scenario.js';

const params = { display_name: 'Build farm', metadata: { team: 'tools' } };

export const vaultScenarios: ScenariosFor<typeof vaultOperations> = {
  'vaults.create': async ({ managedAgents: { vaults } }) => {
    const vault = await vaults.create(params);
    expect(vault).toMatchObject({ type: 'vault', ...params });
    expect(vault.archived_at ?? null).toBeNull();
  },
  'vaults.retrieve': async ({ managedAgents: { vaults } }) => {
    const vault = await vaults.create(params);
    expect(await vaults.retrieve(vault.id)).toEqual(vault);
  },
  'vaults.list': async ({ managedAgents: { vaults } }) => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await vaults.create(params)).id);
    const listed = await idsOf(vaults.list({ limit: 2 }));
    expect(listed.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
  },
  'vaults.update': async ({ managedAgents: { vaults } }) => {
    const vault = await vaults.create(params);
    const updated = await vaults.update(vault.id, { metadata: { team: null, tier: 'gold' } });
    expect(updated).toMatchObject({ id: vault.id, metadata: { tier: 'gold' }, display_name: 'Build farm' });
  },
  'vaults.archive': async ({ managedAgents: { vaults } }) => {
    const vault = await vaults.create(params);
    expect((await vaults.archive(vault.id)).archived_at).toEqual(expect.any(String));
    expect(await idsOf(vaults.list())).not.toContain(vault.id);
    expect(await idsOf(vaults.list({ include_archived: true }))).toContain(vault.id);
  },
  'vaults.delete': async ({ managedAgents: { vaults } }) => {
    const vault = await vaults.create(params);
    expect(await vaults.delete(vault.id)).toEqual({ id: vault.id, type: 'vault_deleted' });
    await expect(vaults.retrieve(vault.id)).rejects.toThrow(NotFoundError);
  },
};
