import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { createMemoryStore } from './memory-store.js';
import { takeSnapshot } from './snapshot.js';
import { collection } from './store.js';

const things = collection<{ readonly size: number }>('things');

async function vault(fake: Fake, world: string, path = '', body?: object): Promise<Record<string, unknown>> {
  const response = await fake.fetch(`${fake.url}/v1/vaults${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-api-key': fake.keysOf(world).api,
      'vendor-version': '2023-06-01',
      'vendor-beta': 'managed-agents-2026-04-01',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function names(fake: Fake, world: string): Promise<unknown[]> {
  const { data } = (await vault(fake, world)) as { data: { display_name: unknown }[] };
  return data.map(({ display_name: name }) => name);
}

describe('worlds', () => {
  test('are isolated from each other', async () => {
    const fake = createFake();
    const { id } = await vault(fake, 'a', '', { display_name: 'mine' });
    expect(await names(fake, 'b')).toEqual([]);
    expect(await vault(fake, 'b', `/${String(id)}`)).toMatchObject({ error: { type: 'not_found_error' } });
  });

  test('a fork starts with the same records, time and randomness, and then diverges', async () => {
    const fake = createFake();
    await vault(fake, 'a', '', { display_name: 'one' });
    fake.world('a').clock.advance(5000);
    fake.fork('a', 'b');
    expect(await names(fake, 'b')).toEqual(['one']);
    expect(fake.world('b').clock.iso()).toBe(fake.world('a').clock.iso());
    const twins = [
      await vault(fake, 'a', '', { display_name: 'two' }),
      await vault(fake, 'b', '', { display_name: 'two' }),
    ];
    expect(twins[0]).toEqual(twins[1]);
    await vault(fake, 'b', '', { display_name: 'three' });
    expect(await names(fake, 'a')).toEqual(['two', 'one']);
    expect(await names(fake, 'b')).toEqual(['three', 'two', 'one']);
  });

  test('a reset restores the initial state', async () => {
    const fake = createFake();
    const first = await vault(fake, 'a', '', { display_name: 'one' });
    fake.world('a').clock.advance(1000);
    fake.reset('a');
    expect(await names(fake, 'a')).toEqual([]);
    expect(fake.world('a').clock.iso()).toBe('2026-06-01T00:00:00.000Z');
    fake.reset('a');
    expect(await vault(fake, 'a', '', { display_name: 'one' })).toEqual(first);
  });

  test('beyond maxIdleWorlds, the least recently used idle world is dropped', async () => {
    const fake = createFake({ maxIdleWorlds: 3 });
    await vault(fake, 'a', '', { display_name: 'kept' });
    await vault(fake, 'b', '', { display_name: 'lost' });
    fake.world('c');
    fake.world('a');
    fake.world('d');
    expect(await names(fake, 'a')).toEqual(['kept']);
    expect(await names(fake, 'b')).toEqual([]);
  });

  test('a world with an open stream is not dropped', async () => {
    const fake = createFake({ maxIdleWorlds: 1, clock: { mode: 'manual' }, paceMs: 10 });
    const response = await fake.fetch(`${fake.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': 'api-a', 'vendor-version': '2023-06-01', 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'm',
        max_tokens: 9,
        stream: true,
        messages: [{ role: 'user', content: 'x' }],
      }),
    });
    fake.world('a').clock.advance(1);
    fake.world('b');
    fake.world('c');
    expect(fake.world('a').clock.now()).toBe(Date.UTC(2026, 5, 1) + 1);
    // Resetting it ends the stream.
    const text = response.text();
    fake.reset('a');
    expect(await text).not.toContain('message_stop');
  });
});

describe('the in-memory store', () => {
  test('remembers removed records of each fork by itself', () => {
    const store = createMemoryStore();
    const original = store.of(things);
    for (const id of ['a', 'b']) original.put(id, { size: 1 });
    original.delete('a');
    const fork = store.fork().of(things);
    fork.put('c', { size: 1 });
    fork.delete('c');
    original.put('d', { size: 1 });
    original.delete('d');
    const known = ['a', 'b', 'c', 'd'];
    expect(known.filter((id) => original.place(id) !== undefined)).toEqual(['a', 'b', 'd']);
    expect(known.filter((id) => fork.place(id) !== undefined)).toEqual(['a', 'b', 'c']);
  });
});

describe('snapshots', () => {
  test('restore records, time and randomness after a round trip through JSON', async () => {
    const fake = createFake();
    await vault(fake, 'a', '', {
      display_name: 'one',
      metadata: JSON.parse('{"__proto__":"plain"}') as object,
    });
    const saved = JSON.stringify(fake.snapshot('a'));
    const next = await vault(fake, 'a', '', { display_name: 'two' });
    fake.restore(JSON.parse(saved));
    expect(await names(fake, 'a')).toEqual(['one']);
    expect(await vault(fake, 'a', '', { display_name: 'two' })).toEqual(next);
    expect(takeSnapshot(fake.world('a')).collections).toHaveLength(
      JSON.parse(saved).collections.length as number,
    );
  });

  test.each([
    [null, 'snapshot: must be an object with format, version'],
    [{ version: 2 }, 'snapshot.version: must be 1; another release wrote this snapshot'],
    [{ world: 1 }, 'snapshot.world: must be a string'],
    [{ now: 'x' }, 'snapshot.now: must be a number from -62135596800000 to 253402300799999'],
    [{ now: 1e300 }, 'snapshot.now: must be a number from'],
    [
      { collections: [{ name: 'a', owner: null, next: 2, entries: [[1, 'a', null]] }] },
      'snapshot.collections.0.entries.0: must be [sequence, id, record]',
    ],
    [{ factor: 0 }, 'snapshot.factor: must be a number above 0, at most 1000000'],
    [{ clock: 'fast' }, 'snapshot.clock: must be skip, manual, or running'],
    [{ state: { random: 1 } }, 'snapshot.state.ids: is required\nsnapshot.state.requests: is required'],
    [{ collections: {} }, 'snapshot.collections: must be an array'],
    [{ collections: [{ name: 'a', owner: 1 }] }, 'snapshot.collections.0.owner: must be a string'],
    [
      { collections: [{ name: 'a', owner: null, next: 1, entries: [[1, 'a', {}], ['b']] }] },
      'snapshot.collections.0.entries.1: must be [sequence, id, record]',
    ],
  ])('are rejected when invalid: %j', (damage, message) => {
    const snapshot = damage === null ? null : { ...createFake().snapshot(), ...damage };
    expect(() => createFake().restore(snapshot)).toThrow(message);
  });
});

describe('the in-memory store', () => {
  test('preserves the order of creation when records are replaced and removed', () => {
    const records = createMemoryStore().of(things);
    for (const id of ['a', 'b', 'c', 'd']) records.put(id, { size: 1 });
    records.put('b', { size: 2 });
    expect([records.delete('c'), records.delete('c')]).toEqual([true, false]);
    records.put('c', { size: 3 });
    expect(records.entries().map(({ id, record }) => `${id}${record.size}`)).toEqual([
      'a1',
      'b2',
      'd1',
      'c3',
    ]);
    expect([records.size, records.get('x'), records.place('c')?.sequence]).toEqual([4, undefined, 5]);
  });

  test('a change after a fork is visible only in the store that made it', () => {
    const origin = createMemoryStore();
    origin.of(things).put('a', { size: 1 });
    const fork = origin.fork();
    const second = fork.fork();
    fork.of(things).delete('a');
    origin.of(things).put('b', { size: 2 });
    second.of(things).put('a', { size: 9 });
    const sizes = [origin, fork, second].map((store) =>
      store
        .of(things)
        .entries()
        .map(({ id, record }) => `${id}${record.size}`),
    );
    expect(sizes).toEqual([['a1', 'b2'], [], ['a9']]);
  });

  test('separates collections by owner and drops them independently of forks', () => {
    const store = createMemoryStore();
    store.of(things, 'x').put('a', { size: 1 });
    store.of(things, 'y').put('a', { size: 2 });
    const fork = store.fork();
    store.drop(things, 'x');
    expect([store.of(things, 'x').size, store.of(things, 'y').get('a'), fork.of(things, 'x').size]).toEqual([
      0,
      { size: 2 },
      1,
    ]);
  });
});

describe('ids of the demo organization', () => {
  const idsOf = async (fake: Fake, world: string): Promise<string[]> => {
    const get = async (path: string): Promise<{ id: string }[]> => {
      const headers = { authorization: `Bearer ${fake.keysOf(world).compliance}` };
      const response = await fake.fetch(`${fake.url}/v1/compliance${path}`, { headers });
      return ((await response.json()) as { data: { id: string; uuid: string }[] }).data;
    };
    const [organization] = (await get('/organizations')) as unknown as { uuid: string }[];
    const uuid = organization?.uuid ?? '';
    const people = await get(`/organizations/${uuid}/users`);
    const chats = await get(`/apps/chats?limit=1000&user_ids[]=${people[0]?.id}`);
    return [uuid, ...people.map(({ id }) => id), ...chats.map(({ id }) => id)];
  };

  test('differ between worlds, but not between runs', async () => {
    const [fake, again] = [createFake({ seed: 'demo' }), createFake({ seed: 'demo' })];
    const one = await idsOf(fake, 'one');
    const other = await idsOf(fake, 'other');
    expect(one.length).toBeGreaterThan(15);
    expect(other).toHaveLength(one.length);
    expect(new Set([...one, ...other]).size).toBe(2 * one.length);
    expect(await idsOf(again, 'one')).toEqual(one);
  });

  test('are the same in a fork and in an opened snapshot', async () => {
    const fake = createFake({ seed: 'demo' });
    const ids = await idsOf(fake, 'one');
    fake.fork('one', 'copy');
    expect(await idsOf(fake, 'copy')).toEqual(ids);
    fake.restore(fake.snapshot('one'), 'opened');
    expect(await idsOf(fake, 'opened')).toEqual(ids);
  });

  test('of the founder of an empty organization differ between worlds', async () => {
    const fake = createFake();
    expect((await idsOf(fake, 'one'))[1]).not.toBe((await idsOf(fake, 'other'))[1]);
  });
});
