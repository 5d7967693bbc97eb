import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connect } from './connect.js';

test('the demo organization has the requested size', async () => {
  const backend = await connect(undefined, { demo: { users: 30 } });
  expect(await Array.fromAsync(backend.parlance.admin.users.list({ limit: 1000 }))).toHaveLength(30);
  await backend.close();
});

test('the data file keeps the organization between runs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-connect-'));
  const data = path.join(folder, 'world.db');
  const first = await connect(undefined, { data });
  await first.parlance.admin.organization.retrieve();
  const agent = { name: 'Kept', model: 'assistant-sonnet-4-6' } as const;
  const { id } = await first.parlance.managedAgents.agents.create(agent);
  await first.close();
  const second = await connect(undefined, { data });
  expect(await second.parlance.managedAgents.agents.retrieve(id)).toMatchObject({ name: 'Kept' });
  await second.close();
  const notes = path.join(folder, 'notes.txt');
  await writeFile(notes, 'These are notes, not a world.');
  await expect(connect(undefined, { data: notes })).rejects.toThrow(/^--data: /);
  await rm(folder, { recursive: true });
});
