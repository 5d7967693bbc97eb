import { BadRequestError, PermissionError } from '@parlance/core-transport';
import type {
  apiKeyOperations,
  complianceSettingsOperations,
  rateLimitOperations,
  reportOperations,
} from '@parlance/schemas';
import { expect } from 'vitest';
import { collect, idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

/** The key of a new workspace, which nothing else uses. */
async function unusedKey({ admin, word }: Clients) {
  const workspace = await admin.workspaces.create({ name: `Keys ${word}` });
  const { data } = await admin.apiKeys.list({ workspace_id: workspace.id });
  return { id: String(data[0]?.id), workspace };
}

export const apiKeyScenarios: ScenariosFor<typeof apiKeyOperations> = {
  'apiKeys.list': async (clients) => {
    const { id } = await unusedKey(clients);
    expect(await idsOf(clients.admin.apiKeys.list({ limit: 1, status: 'active' }))).toContain(id);
  },
  'apiKeys.retrieve': async (clients) => {
    const { id, workspace } = await unusedKey(clients);
    expect(await clients.admin.apiKeys.retrieve(id)).toMatchObject({
      type: 'api_key',
      status: 'active',
      scope: { type: 'workspace', workspace_id: workspace.id },
    });
  },
  'apiKeys.update': async (clients) => {
    const { id } = await unusedKey(clients);
    const { apiKeys } = clients.admin;
    expect(await apiKeys.update(id, { name: 'Old', status: 'inactive' })).toMatchObject({
      name: 'Old',
      status: 'inactive',
    });
    await apiKeys.update(id, { status: 'archived' });
    await expect(apiKeys.update(id, { status: 'active' })).rejects.toThrow(BadRequestError);
  },
};

export const rateLimitScenarios: ScenariosFor<typeof rateLimitOperations> = {
  'rateLimits.list': async ({ admin }) => {
    const [models] = await collect(admin.rateLimits.list({ group_type: 'model_group' }));
    expect(models).toMatchObject({ type: 'rate_limit', group: { type: 'model_group' } });
    const model = String(models?.models?.[0]);
    expect(await idsOf(admin.rateLimits.list({ model }))).toContain(models?.id);
  },
  'workspaces.rateLimits.list': async (clients) => {
    const { workspaces } = clients.admin;
    const { id } = await workspaces.create({ name: `Limits ${clients.word}` });
    expect(await collect(workspaces.rateLimits.list(id))).toEqual([]);
    const inherited = await collect(workspaces.rateLimits.list(id, { include_inherited: true, limit: 1 }));
    expect(inherited[0]?.limits[0]).toMatchObject({ source: { type: 'organization' } });
  },
  'workspaces.rateLimits.update': async (clients) => {
    const { workspaces, rateLimits } = clients.admin;
    const { id } = await workspaces.create({ name: `Limits ${clients.word}` });
    const { data } = await rateLimits.list({ group_type: 'model_group' });
    const rateLimitId = String(data[0]?.id);
    const set = (value: number | null) =>
      workspaces.rateLimits.update(id, rateLimitId, { limits: [{ type: 'requests_per_minute', value }] });
    expect((await set(5)).limits).toContainEqual(
      expect.objectContaining({ value: 5, source: { type: 'workspace' } }),
    );
    expect(await collect(workspaces.rateLimits.list(id))).toHaveLength(1);
    await set(null);
    expect(await collect(workspaces.rateLimits.list(id))).toEqual([]);
  },
};

/** Creates a reply, and returns the time from which reports include it. */
async function spend({ inference, word }: Clients): Promise<string> {
  const messages = [{ role: 'user' as const, content: `Hello ${word}` }];
  await inference.messages.create({ model: 'assistant-sonnet-4-6', max_tokens: 100, messages });
  const days = 86_400_000;
  return new Date(
    Date.UTC(2026, 4, 31) > Date.now() ? Date.now() - days : Date.UTC(2026, 4, 31),
  ).toISOString();
}

export const reportScenarios: ScenariosFor<typeof reportOperations> = {
  'usage.messages': async (clients) => {
    const starting_at = await spend(clients);
    const model = 'assistant-sonnet-4-6';
    const buckets = await collect(
      clients.admin.usage.messages({ starting_at, models: [model], group_by: ['model'], limit: 1 }),
    );
    const results = buckets.flatMap((bucket) => bucket.results);
    expect(results.map((result) => result.model)).toContain(model);
    expect(results.some((result) => result.output_tokens > 0)).toBe(true);
  },
  'cost.list': async (clients) => {
    const starting_at = await spend(clients);
    const buckets = await collect(clients.admin.cost.list({ starting_at, group_by: ['description'] }));
    const results = buckets.flatMap((bucket) => bucket.results);
    expect(results.some(({ cost_type, amount }) => cost_type === 'tokens' && Number(amount) > 0)).toBe(true);
  },
};

export const complianceSettingsScenarios: ScenariosFor<typeof complianceSettingsOperations> = {
  'complianceSettings.retrieve': async ({ admin }) => {
    expect((await admin.complianceSettings.retrieve()).state).toEqual({ type: 'enabled' });
  },
  'complianceSettings.update': async ({ admin, compliance }) => {
    expect(await admin.complianceSettings.update({ state: { type: 'disabled' } })).toEqual({
      state: { type: 'disabled' },
      type: 'compliance_settings',
    });
    await expect(compliance.activities.list({ limit: 1 })).rejects.toThrow(PermissionError);
    await admin.complianceSettings.update({ state: { type: 'enabled' } });
  },
};
