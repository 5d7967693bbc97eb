import { expect, test } from 'vitest';
import { createFake } from '../../fake/create-fake.js';
import { asker } from '../../testing/index.js';
import type { DumpedCollection } from '../../world/store.js';
import { addFile } from '../../workspace/files.js';
import { stagedSession } from '../testing/staged-session.js';

const BETA = 'managed-agents-2026-04-01';
const user = (text: string) => ({ type: 'user.message', content: [{ type: 'text', text }] });

/** A world with a session in the middle of everything: a delegated thread, pending calls, an outcome and queued events. */
async function busyWorld() {
  const staged = await stagedSession({
    fake: { clock: { mode: 'manual' } },
    agent: {
      tools: [
        { type: 'agent_toolset_20260401' },
        {
          type: 'custom',
          name: 'lookup',
          description: 'Looks up an order.',
          input_schema: { type: 'object' },
        },
      ],
    },
    stage: {
      replies: [
        { calls: [{ name: 'write', input: { file_path: '/workspace/a.txt', content: 'a' } }] },
        { thinking: true, text: 'first', calls: [{ name: 'lookup', input: { id: 1 } }] },
      ],
      grader: [{ result: 'needs_revision', explanation: 'more', ongoing: 1 }],
    },
  });
  const { ask, path, world, fake } = staged;
  const file = addFile(world, { filename: 'a.txt', mimeType: 'text/plain', data: Buffer.from('here') });
  await ask(`POST ${path}/resources`, { type: 'file', file_id: file.id });
  const send = (event: object) => ask(`POST ${path}/events`, { events: [event] });
  await send({
    type: 'user.define_outcome',
    description: 'a haiku',
    rubric: { type: 'text', content: '5-7-5' },
  });
  for (let time = 0; time < 6; time++) {
    world.clock.advance(200);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await send(user('queued'));
  const other = await ask('POST /v1/sessions', {
    agent: staged.agent.id,
    environment_id: staged.environment.id,
  });
  const running = fake.snapshot();
  return { sessionId: staged.session.id as string, otherId: other.json.id as string, snapshot: running };
}

type Key = string | number;

function* pathsIn(value: unknown, path: readonly Key[] = []): Generator<readonly Key[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* pathsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** Returns a copy in which the value at a path is replaced, or removed when the replacement is undefined. */
function corrupted(value: unknown, [key, ...rest]: readonly Key[], replacement: unknown): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<Key, unknown>;
  if (rest.length > 0) copy[key as Key] = corrupted(copy[key as Key], rest, replacement);
  else if (replacement !== undefined) copy[key as Key] = replacement;
  else if (Array.isArray(copy)) copy.splice(key as number, 1);
  else delete copy[key as Key];
  return copy;
}

const REPLACEMENTS = [undefined, null, '', 'x', -1, 1e300, [], {}, [null], true];
/** Replacements by collection. Every event has the same fields, so a few suffice for each. */
const PARTS: Readonly<Record<string, readonly unknown[] | undefined>> = {
  sessions: REPLACEMENTS,
  session_resources: REPLACEMENTS,
  workspace_files: REPLACEMENTS,
  session_events: [undefined, null, 'x'],
};

interface Damage {
  readonly where: string;
  readonly collections: readonly DumpedCollection[];
}

/** Yields copies of the collections in which one field of the session is removed or corrupted. */
function* damaged(collections: readonly DumpedCollection[], spared: string): Generator<Damage> {
  for (const [index, held] of collections.entries())
    for (const [position, [sequence, id, record]] of held.entries.entries())
      for (const [where, damage] of id === spared ? [] : variants(record, PARTS[held.name] ?? [])) {
        const entries = held.entries.with(position, [sequence, id, damage]);
        yield {
          where: `${held.name}.${where}`,
          collections: collections.with(index, { ...held, entries }),
        };
      }
}

function* variants(
  record: unknown,
  replacements: readonly unknown[],
): Generator<[where: string, damage: unknown]> {
  for (const path of pathsIn(record))
    for (const replacement of replacements)
      yield [`${path.join('.')} = ${JSON.stringify(replacement)}`, corrupted(record, path, replacement)];
}

test(
  'no field of a session can be removed or corrupted so that others suffer',
  { timeout: 120_000 },
  async () => {
    const { sessionId, otherId, snapshot } = await busyWorld();
    const fake = createFake({ clock: { mode: 'manual' } });
    const ask = asker(fake, BETA);
    const outcomes = { refused: 0, usable: 0 };
    for (const { where, collections } of damaged(snapshot.collections, otherId)) {
      try {
        fake.restore({ ...snapshot, collections }, 'default');
      } catch (error) {
        expect(String(error)).toMatch(/\(the record .* of (?:session|workspace)_?\w*\)/);
        outcomes.refused++;
        continue;
      }
      for (let time = 0; time < 4; time++) {
        await ask(`GET /v1/sessions/${sessionId}/events`);
        fake.world().clock.advance(1000);
        await Promise.resolve();
      }
      const { status } = await ask(`GET /v1/sessions/${sessionId}`);
      outcomes.usable++;
      const others = [
        (await ask(`GET /v1/sessions/${otherId}`)).status,
        (await ask('GET /v1/sessions')).status,
        (await ask(`DELETE /v1/sessions/${otherId}`)).status,
      ];
      expect({ where, isHealthy: status === 200 || status === 404, others }).toEqual({
        where,
        isHealthy: true,
        others: [200, 200, 200],
      });
    }
    expect(outcomes.refused).toBeGreaterThan(1000);
    expect(outcomes.usable).toBeGreaterThan(100);
  },
);

test.each([
  ['a record of another kind', [[1, 'agent_1', { id: 'agent_1' }]], 'the record agent_1 of agents'],
  [
    'a repeated sequence number',
    [
      [1, 'a', {}],
      [1, 'b', {}],
    ],
    'entries.1: must have a new id',
  ],
  [
    'a repeated id',
    [
      [1, 'a', {}],
      [2, 'a', {}],
    ],
    'entries.1: must have a new id',
  ],
  ['a sequence number beyond the next', [[9, 'a', {}]], 'entries.0: must have a new id'],
])('a snapshot with %s is rejected', (_, entries, message) => {
  const fake = createFake();
  const collections = [{ name: 'agents', owner: null, next: 3, entries }];
  expect(() => fake.restore({ ...fake.snapshot(), collections })).toThrow(message);
});
