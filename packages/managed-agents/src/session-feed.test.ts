import { createFake, type Fake } from '@parlance/testing-fakes';
import type { SessionEvent } from '@parlance/schemas';
import { ConfigError } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';
import { SessionFeed, type FeedCheckpoint, type FeedSource } from './session-feed.js';

const hello = (text: string) => ({
  type: 'user.message' as const,
  content: [{ type: 'text' as const, text }],
});

async function start(fake: Fake, tools: object[] = []) {
  const client = new ManagedAgentsClient({
    http: fake.http(),
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    retry: { baseDelayMs: 1 },
  });
  const agent = await client.agents.create({
    model: 'assistant-opus-4-7',
    name: 'Worker',
    tools: tools as never,
  });
  const environment = await client.environments.create({ name: 'env' });
  const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
  return { client, session, events: client.sessions.events };
}

const isIdle = (event: SessionEvent) => event.type === 'session.status_idle';
const idOf = (event: SessionEvent) => (event as { id: string }).id;

test('emits history, then live events, each event once', async () => {
  const fake = createFake();
  const { client, session, events } = await start(fake);
  await events.send(session.id, { events: [hello('one')] });
  await client.sessions.waitFor(session.id, ({ status }) => status === 'idle');
  let idles = 0;
  const seen: SessionEvent[] = [];
  const reading = (async () => {
    for await (const event of events.follow(session.id, { until: (last) => isIdle(last) && ++idles === 2 }))
      seen.push(event);
  })();
  await events.send(session.id, { events: [hello('two')] });
  await reading;
  const listed: SessionEvent[] = [];
  for await (const event of events.list(session.id)) listed.push(event);
  expect(seen).toEqual(listed);
});

test('resumes from a checkpoint after a JSON round trip', async () => {
  const fake = createFake();
  const { session, events, client } = await start(fake);
  await events.send(session.id, { events: [hello('one')] });
  await client.sessions.waitFor(session.id, ({ status }) => status === 'idle');
  const all: string[] = [];
  for await (const event of events.follow(session.id, { until: isIdle })) all.push(idOf(event));
  for (let index = 0; index < all.length - 1; index++) {
    const first = events.follow(session.id, { until: (event) => idOf(event) === all[index] });
    for await (const _ of first);
    const resumeFrom = JSON.parse(JSON.stringify(first.checkpoint)) as typeof first.checkpoint;
    const rest: string[] = [];
    for await (const event of events.follow(session.id, { resumeFrom, until: isIdle }))
      rest.push(idOf(event));
    expect(rest).toEqual(all.slice(index + 1));
  }
  await expect(async () =>
    events.follow('sesn_other', { resumeFrom: events.follow(session.id).checkpoint }),
  ).rejects.toThrow(ConfigError);
});

test('a stream that breaks at any event yields the same feed', async () => {
  const shape = (seen: readonly SessionEvent[]) =>
    seen.map((event) => {
      const { content } = event as { content?: unknown };
      return [event.type, content];
    });
  const follow = async (faults: readonly object[]) => {
    const fake = createFake({ faults: faults as never });
    const { session, events } = await start(fake, [{ type: 'agent_toolset_20260401' }]);
    fake.applyScenario({
      sessions: {
        replies: [{ thinking: true, text: 'Hm.', calls: [{ name: 'bash' }] }, { text: 'Done.' }],
      },
    });
    const seen: SessionEvent[] = [];
    const reading = (async () => {
      for await (const event of events.follow(session.id, { until: isIdle, baseDelayMs: 0 }))
        seen.push(event);
    })();
    await events.send(session.id, { events: [hello('go')] });
    await reading;
    const streams = fake.journal().filter(({ operation }) => operation === 'sessions.events.stream');
    return { seen: shape(seen), streams: streams.length };
  };
  const { seen: whole, streams } = await follow([]);
  expect(streams).toBe(1);
  expect(whole.length).toBeGreaterThan(8);
  const results: Awaited<ReturnType<typeof follow>>[] = [];
  for (let index = 0; index < whole.length; index++) {
    const match = { operation: 'sessions.events.stream' };
    for (const stream of [
      { cut_at_event: index, cut: 'fin' },
      { cut_at_event: index, cut: 'rst' },
      { error_at_event: index },
    ])
      results.push(await follow([{ match, times: 1, stream }]));
  }
  for (const { seen } of results) expect(seen).toEqual(whole);
  // Events before the stream opened cannot be cut; all others were, each in turn.
  expect(results.filter((result) => result.streams === 2).length).toBeGreaterThan(2 * whole.length);
});

test('ends when the session is archived, and stays ended', async () => {
  const fake = createFake();
  const { client, session, events } = await start(fake);
  const feed = events.follow(session.id);
  const reading = (async () => {
    const types: string[] = [];
    for await (const event of feed) types.push(event.type);
    return types;
  })();
  await events.send(session.id, { events: [hello('one')] });
  await client.sessions.waitFor(session.id, ({ status }) => status === 'idle');
  await client.sessions.archive(session.id);
  expect((await reading).at(-1)).toBe('session.status_terminated');
  expect(feed.checkpoint.done).toBe(true);
  for await (const event of events.follow(session.id, { resumeFrom: feed.checkpoint }))
    expect(event).toBeUndefined();
});

test('throws for an unknown session and for an abort', async () => {
  const fake = createFake();
  const { events, session } = await start(fake);
  const take = async (id: string, signal?: AbortSignal) => {
    for await (const _ of events.follow(id, { signal }));
  };
  await expect(take('sesn_none')).rejects.toThrow(/sesn_none/);
  const controller = new AbortController();
  const reading = take(session.id, controller.signal);
  controller.abort(new Error('enough'));
  await expect(reading).rejects.toThrow(/abort/);
});

/** A session whose events were all processed in one millisecond. */
const processed_at = '2026-01-01T00:00:00.000Z';
const burst = Array.from({ length: 150 }, (_, index) => ({
  id: `sevt_${index}`,
  processed_at,
})) as SessionEvent[];
const source = {
  async *list() {
    yield* burst;
  },
  stream: () => ({ opened: () => Promise.resolve(), abort: () => undefined }),
} as unknown as FeedSource;

test.each([1, 32, 33, 34, 149])(
  'a checkpoint names its operation and stays below 2 kB after %i events of one millisecond',
  async (count) => {
    const until = (id: number) => (event: SessionEvent) => idOf(event) === `sevt_${id}`;
    const first = new SessionFeed(source, 'sesn_1', { until: until(count - 1) });
    for await (const _ of first);
    const json = JSON.stringify(first.checkpoint);
    expect(json.length).toBeLessThan(2000);
    const resumeFrom = JSON.parse(json) as FeedCheckpoint;
    expect(resumeFrom.operation).toBe('sessions.events.follow');
    const second = new SessionFeed(source, 'sesn_1', { resumeFrom, until: until(149) });
    const rest: string[] = [];
    for await (const event of second) rest.push(idOf(event));
    expect(rest).toEqual(burst.slice(count).map(idOf));
    expect(second.checkpoint).toEqual({ ...first.checkpoint, ids: [], skip: 150 });
  },
);
