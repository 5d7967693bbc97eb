import { NotFoundError } from '@parlance/core-transport';
import type { webhookOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

function create({ admin, word }: Clients) {
  return admin.webhooks.create({
    url: 'https://localhost:9/webhooks',
    enabled_events: ['vault.deleted'],
    name: word,
  });
}

export const webhookScenarios: ScenariosFor<typeof webhookOperations> = {
  'webhooks.create': async (clients) => {
    const endpoint = await create(clients);
    expect(endpoint).toMatchObject({
      state: 'enabled',
      enabled_events: ['vault.deleted'],
      name: clients.word,
    });
    expect(endpoint.signing_secret).toMatch(/^whsec_/);
  },
  'webhooks.retrieve': async (clients) => {
    const { signing_secret: _, ...endpoint } = await create(clients);
    expect(await clients.admin.webhooks.retrieve(endpoint.id)).toEqual(endpoint);
  },
  'webhooks.list': async (clients) => {
    const { id } = await create(clients);
    const listed = await collect(clients.admin.webhooks.list({ limit: 1, order: 'asc' }));
    expect(listed.map((endpoint) => endpoint.id)).toContain(id);
  },
  'webhooks.update': async (clients) => {
    const { id } = await create(clients);
    const changes = { state: 'disabled', enabled_events: ['vault.created' as const] };
    expect(await clients.admin.webhooks.update(id, changes)).toMatchObject(changes);
  },
  'webhooks.delete': async (clients) => {
    const { id } = await create(clients);
    expect((await clients.admin.webhooks.delete(id)).id).toBe(id);
    await expect(clients.admin.webhooks.retrieve(id)).rejects.toThrow(NotFoundError);
  },
  'webhooks.regenerateSigningSecret': async (clients) => {
    const { id, signing_secret } = await create(clients);
    const renewed = await clients.admin.webhooks.regenerateSigningSecret(id);
    expect(renewed.signing_secret).toMatch(/^whsec_/);
    expect(renewed.signing_secret).not.toBe(signing_secret);
  },
};
