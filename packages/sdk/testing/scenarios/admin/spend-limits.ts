import { BadRequestError, NotFoundError } from '@parlance/core-transport';
import type {
  SpendLimit,
  SpendLimitIncreaseRequest,
  spendLimitOperations,
  spendLimitRequestOperations,
  SpendLimitUserScope,
} from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { Clients, ScenariosFor } from '../scenario.js';
import { somebody } from './users.js';

async function scopeOfSomebody(clients: Clients): Promise<SpendLimitUserScope> {
  const { id } = await somebody(clients);
  return { type: 'user', user_id: id };
}

async function limitOfSomebody(clients: Clients): Promise<SpendLimit> {
  return clients.admin.spendLimits.set({ amount: '30000', scope: await scopeOfSomebody(clients) });
}

async function someRequest({ admin }: Clients): Promise<SpendLimitIncreaseRequest> {
  const [request] = await collect(admin.spendLimits.increaseRequests.list({ limit: 5 }));
  expect(request).toBeDefined();
  return request as SpendLimitIncreaseRequest;
}

export const spendLimitScenarios: ScenariosFor<
  typeof spendLimitOperations & typeof spendLimitRequestOperations
> = {
  'spendLimits.set': async (clients) => {
    const limit = await limitOfSomebody(clients);
    expect(limit).toMatchObject({ amount: '30000', period: 'monthly', type: 'spend_limit' });
    const scope = await scopeOfSomebody(clients);
    const { amount, id } = await clients.admin.spendLimits.set({ amount: '100', scope });
    expect([amount, id]).toEqual(['100', limit.id]);
  },
  'spendLimits.retrieve': async (clients) => {
    const limit = await limitOfSomebody(clients);
    expect(await clients.admin.spendLimits.retrieve(limit.id)).toEqual(limit);
  },
  'spendLimits.list': async (clients) => {
    const limit = await limitOfSomebody(clients);
    expect(await collect(clients.admin.spendLimits.list({ scope_type: ['user'] }))).toContainEqual(limit);
  },
  'spendLimits.delete': async (clients) => {
    const { id } = await limitOfSomebody(clients);
    expect((await clients.admin.spendLimits.delete(id)).id).toBe(id);
    await expect(clients.admin.spendLimits.retrieve(id)).rejects.toThrow(NotFoundError);
  },
  'spendLimits.listEffective': async (clients) => {
    const scope = await scopeOfSomebody(clients);
    await clients.admin.spendLimits.set({ amount: '700', period: 'weekly', scope });
    const rows = await collect(
      clients.admin.spendLimits.listEffective({ user_ids: [scope.user_id], period: ['weekly'] }),
    );
    expect(rows).toMatchObject([{ amount: '700', period: 'weekly', source: scope }]);
  },
  'spendLimits.increaseRequests.retrieve': async (clients) => {
    const request = await someRequest(clients);
    expect(await clients.admin.spendLimits.increaseRequests.retrieve(request.id)).toEqual(request);
  },
  'spendLimits.increaseRequests.list': async (clients) => {
    expect(await someRequest(clients)).toMatchObject({ type: 'spend_limit_increase_request' });
  },
  // Answered once for all scenarios, because only members can send requests.
  'spendLimits.increaseRequests.approve': async (clients) => {
    const { increaseRequests } = clients.admin.spendLimits;
    const { id, status } = await someRequest(clients);
    if (status === 'pending')
      expect(await increaseRequests.approve(id, { amount: '90000' })).toMatchObject({
        status: 'approved',
        spend_limit: { amount: '90000' },
      });
    await expect(increaseRequests.approve(id, { amount: '1' })).rejects.toThrow(BadRequestError);
  },
  'spendLimits.increaseRequests.deny': async (clients) => {
    const { increaseRequests } = clients.admin.spendLimits;
    const { id, status } = await someRequest(clients);
    if (status === 'approved') await expect(increaseRequests.deny(id)).rejects.toThrow(BadRequestError);
    else expect((await increaseRequests.deny(id)).status).toBe('denied');
  },
};
