import { sessionStateOf } from '@parlance/managed-agents';
import { expect, test } from 'vitest';
import { connect } from './connect.js';
import { createDemoSessions } from './demo-sessions.js';

test('the demo sessions have tool calls, an approval, an outcome, threads, and one waits', async () => {
  const backend = await connect(undefined);
  const { emulator, parlance } = backend;
  if (emulator === undefined) throw new Error('The console has no emulator.');
  const client = parlance.managedAgents;
  const { signal } = new AbortController();
  await createDemoSessions({ client, emulator, signal });
  const sessions = await Array.fromAsync(client.sessions.list());
  expect(sessions.map(({ title }) => title)).toEqual([
    'Refund of order 23',
    'Where is order 17?',
    'A haiku about orders',
    'A title for the newsletter',
    'Monday tickets',
  ]);
  const [refund, order, haiku, title] = await Promise.all(
    sessions.map(async ({ id }) => sessionStateOf(await Array.fromAsync(client.sessions.events.list(id)))),
  );
  expect(refund?.pending).toMatchObject([{ awaits: 'permission', use: { name: 'write' } }]);
  expect(order).toMatchObject({ status: 'idle', pending: [] });
  expect(haiku?.outcomes).toMatchObject([
    { rounds: [{ result: 'needs_revision' }, { result: 'satisfied' }] },
  ]);
  expect(title?.threads).toMatchObject([{ agentName: 'Writer' }]);

  await createDemoSessions({ client, emulator, signal });
  expect(await Array.fromAsync(client.sessions.list())).toHaveLength(5);
  await backend.close();
});
