import { ConflictError } from '@parlance/core-transport';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';

test('a path conflict has the id of the conflicting memory', async () => {
  const fake = createFake();
  const client = new ManagedAgentsClient({ http: fake.http(), baseUrl: fake.url, apiKey: fake.keys.api });
  const store = await client.memoryStores.create({ name: 'Notes' });
  const { memories } = client.memoryStores;
  const memory = await memories.create(store.id, { path: '/a.md', content: 'a' });
  const conflict = await memories
    .create(store.id, { path: '/a.md', content: 'b' })
    .catch((error: unknown) => error);
  expect(ConflictError.is(conflict)).toBe(true);
  const { conflictingMemoryId, conflictingPath } = conflict as ConflictError;
  expect({ conflictingMemoryId, conflictingPath }).toEqual({
    conflictingMemoryId: memory.id,
    conflictingPath: '/a.md',
  });

  await client.memoryStores.archive(store.id);
  const archived = memories.create(store.id, { path: '/b.md', content: 'b' });
  await expect(archived).rejects.toMatchObject({ conflictingMemoryId: null, conflictingPath: null });
});
