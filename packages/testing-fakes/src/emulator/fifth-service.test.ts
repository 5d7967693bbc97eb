import type { Operation } from '@parlance/schemas';
import * as z from 'zod';
import { expect, test } from 'vitest';
import type { AnyCall } from '../engine/call.js';
import { InProcessFake } from '../fake/in-process-fake.js';
import { services } from '../fake/services.js';
import { recordPart } from '../scenario/scenario-part.js';
import { collection } from '../world/store.js';
import type { World } from '../world/world.js';
import type { Service } from './service.js';

interface Note {
  readonly text: string;
}

const notes = collection<Note>('notes');
const create: Operation = {
  id: 'notes.create',
  method: 'POST',
  path: '/v1/notes',
  auth: 'api-key',
  replay: 'create',
};
const list: Operation = {
  id: 'notes.list',
  method: 'GET',
  path: '/v1/notes',
  auth: 'api-key',
  replay: 'read',
};
const note = z.strictObject({ text: z.string() });
const put = (world: World, { text }: Note): Note => world.store.of(notes).put(world.id('note_'), { text });
const asked: (string | undefined)[] = [];
const loads: string[] = [];

/** A service that the core does not know. */
const noteService: Service = {
  operations: { 'notes.create': create, 'notes.list': list },
  handlers: {
    'notes.create': ({ world, body }: AnyCall) => put(world, body as Note),
    'notes.list': ({ world }: AnyCall) => ({
      data: world.store
        .of(notes)
        .entries()
        .map(({ record }) => record),
    }),
  },
  schemas: () => {
    loads.push('notes');
    return Promise.resolve({ operations: { 'notes.create': { body: note } }, records: { notes: note } });
  },
  conventions: { isVersionRequired: false },
  seedDemo: (world) => void put(world, { text: 'welcome' }),
  scenario: [
    recordPart({
      name: 'notes',
      schema: z.array(note),
      apply: (world, all) => all.forEach((one) => put(world, one)),
    }),
  ],
  afterRequest: ({ operation }) => void asked.push(operation?.id),
};

test('a fifth service needs no change of the core', async () => {
  const fake = new InProcessFake([...services, noteService], { seed: 'demo' });
  const ask = async (path: string, body?: object) => {
    const headers = {
      'x-api-key': fake.keys.api,
      'vendor-version': '2023-06-01',
      'content-type': 'application/json',
    };
    const request =
      body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    return (await fake.fetch(`${fake.url}${path}`, request)).json();
  };
  expect(await ask('/v1/models/assistant-opus-4-7')).toMatchObject({ type: 'model' });
  expect(loads).toEqual([]);
  expect(await ask('/v1/notes', { text: 7 })).toMatchObject({ error: { type: 'invalid_request_error' } });
  expect(await ask('/v1/notes', { text: 'mine' })).toEqual({ text: 'mine' });
  // The type of a scenario is that of the four services.
  fake.applyScenario({ notes: [{ text: 'prepared' }] } as object);
  fake.setFaults([{ match: { operation: 'notes.list' }, times: 1, status: 503 }]);
  expect(await ask('/v1/notes')).toMatchObject({ error: { type: 'api_error' } });
  expect(await ask('/v1/notes')).toEqual({
    data: [{ text: 'welcome' }, { text: 'mine' }, { text: 'prepared' }],
  });
  expect(() => fake.setFaults([{ match: { operation: 'notes.lst' }, status: 503 }])).toThrow('"notes.list"');
  const keyOnly = { headers: { 'x-api-key': fake.keys.api } };
  expect((await fake.fetch(`${fake.url}/v1/notes`, keyOnly)).status).toBe(200);
  expect(loads).toEqual(['notes']);
  expect(asked).toEqual([
    'models.retrieve',
    ...Array.from({ length: 2 }, () => 'notes.create'),
    ...Array.from({ length: 3 }, () => 'notes.list'),
  ]);
  await fake.load();
  const broken = JSON.parse(JSON.stringify(fake.snapshot()).replace('"prepared"', '5')) as unknown;
  expect(() => fake.restore(broken)).toThrow(/of notes\)/);
});
