import { NotFoundError } from '@parlance/core-transport';
import type { webhookOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor, Stage } from '../scenario.js';

function create({ admin, word }: Stage) {
  return admin.webhooks.create({
    url: 'https://localhost:9/webhooks',
    enabled_events: ['vault.deleted'],
    name: word,
  });
}

export const webhookScenarios: ScenariosFor<typeof webhookOperations> = {
  'webhooks.create': async (stage) => {
    const endpoint = await create(stage);
    expect(endpoint).toMatchObject({ state: 'enabled', enabled_events: ['vault.deleted'], name: stage.word });
    expect(endpoint.signing_secret).toMatch(/^whsec_/);
  },
  'webhooks.retrieve': async (stage) => {
    const { signing_secret: _, ...endpoint } = await create(stage);
    expect(await stage.admin.webhooks.retrieve(endpoint.id)).toEqual(endpoint);
  },
  'webhooks.list': async (stage) => {
    const { id } = await create(stage);
    const listed = await collect(stage.admin.webhooks.list({ limit: 1, order: 'asc' }));
    expect(listed.map((endpoint) => endpoint.id)).toContain(id);
  },
  'webhooks.update': async (stage) => {
    const { id } = await create(stage);
    const changes = { state: 'disabled', enabled_events: ['vault.created' as const] };
    expect(await stage.admin.webhooks.update(id, changes)).toMatchObject(changes);
  },
  'webhooks.delete': async (stage) => {
    const { id } = await create(stage);
    expect((await stage.admin.webhooks.delete(id)).id).toBe(id);
    await expect(stage.admin.webhooks.retrieve(id)).rejects.toThrow(NotFoundError);
  },
  'webhooks.regenerateSigningSecret': async (stage) => {
    const { id, signing_secret } = await create(stage);
    const renewed = await stage.admin.webhooks.regenerateSigningSecret(id);
    expect(renewed.signing_secret).toMatch(/^whsec_/);
    expect(renewed.signing_secret).not.toBe(signing_secret);
  },
};
