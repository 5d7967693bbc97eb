import type { MessageBatch, messageBatchOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import type { ScenariosFor, Clients } from '../scenario.js';

function create({ inference }: Clients, text = 'hello'): Promise<MessageBatch> {
  const params = {
    model: 'assistant-sonnet-4-6',
    max_tokens: 64,
    messages: [{ role: 'user' as const, content: text }],
  };
  const requests = [
    { custom_id: 'first', params },
    { custom_id: 'second', params: { ...params, model: 'unknown-model' } },
  ];
  return inference.messages.batches.create({ requests }).then((batch) => batch);
}

async function ended(clients: Clients): Promise<MessageBatch> {
  const { batches } = clients.inference.messages;
  const { id } = await create(clients);
  return batches.wait(id, { pollIntervalMs: 20 });
}

export const messageBatchScenarios: ScenariosFor<typeof messageBatchOperations> = {
  'messages.batches.create': async (clients) => {
    expect(await create(clients)).toMatchObject({
      type: 'message_batch',
      processing_status: 'in_progress',
      request_counts: { processing: 2, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
    });
  },
  'messages.batches.retrieve': async (clients) => {
    const batch = await ended(clients);
    expect(batch.request_counts).toEqual({
      processing: 0,
      succeeded: 1,
      errored: 1,
      canceled: 0,
      expired: 0,
    });
    expect(await clients.inference.messages.batches.retrieve(batch.id)).toEqual(batch);
  },
  'messages.batches.list': async (clients) => {
    const batch = await create(clients);
    const { data } = await clients.inference.messages.batches.list({ limit: 1 });
    expect(data.map(({ id }) => id)).toEqual([batch.id]);
  },
  'messages.batches.cancel': async (clients) => {
    const { batches } = clients.inference.messages;
    const { id } = await create(clients, '/wait 3600');
    const canceled = await batches.cancel(id);
    expect(['canceling', 'ended']).toContain(canceled.processing_status);
    expect((await batches.wait(id, { pollIntervalMs: 20 })).processing_status).toBe('ended');
  },
  'messages.batches.delete': async (clients) => {
    const { id } = await ended(clients);
    const deleted = await clients.inference.messages.batches.delete(id);
    expect(deleted).toEqual({ id, type: 'message_batch_deleted' });
  },
  'messages.batches.results': async (clients) => {
    const { batches } = clients.inference.messages;
    const { id } = await ended(clients);
    const results = new Map<string, string>();
    for await (const { custom_id, result } of batches.resultsOf(id)) {
      results.set(custom_id, result.type);
      if (result.type === 'succeeded') {
        expect(result.message.model).toBe('assistant-sonnet-4-6');
        expect(result.message.usage.service_tier).toBe('batch');
      }
    }
    expect([...results].sort()).toEqual([
      ['first', 'succeeded'],
      ['second', 'errored'],
    ]);
  },
};
