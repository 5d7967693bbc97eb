import type { SessionEvent } from '@parlance/schemas';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';

const idOf = (event: SessionEvent) => (event as { id: string }).id;
const isIdle = (event: SessionEvent) => event.type === 'session.thread_status_idle';

/** Creates a session whose coordinator has delegated work to a writer. */
async function delegated(fake: Fake) {
  const client = new ManagedAgentsClient({
    http: fake.http(),
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    retry: { baseDelayMs: 1 },
  });
  const model = 'assistant-opus-4-7';
  const writer = await client.agents.create({ model, name: 'Writer' });
  const lead = await client.agents.create({
    model,
    name: 'Lead',
    multiagent: { type: 'coordinator', agents: [writer.id] },
  });
  const environment = await client.environments.create({ name: 'env' });
  const session = await client.sessions.create({ agent: lead.id, environment_id: environment.id });
  const delegate = async (message: string) =>
    client.sessions.run(session.id, {
      input: `/tool delegate ${JSON.stringify({ agent: 'Writer', message })}`,
    });
  await delegate('Draft a title');
  const [main, child] = (await client.sessions.threads.list(session.id)).data;
  if (main === undefined || child === undefined) throw new Error('The coordinator did not start a thread.');
  return { client, session, child, main, delegate, threads: client.sessions.threads };
}

test('emits the history of a thread, then live events, each event once', async () => {
  const { session, child, delegate, threads } = await delegated(createFake());
  let idles = 0;
  const seen: string[] = [];
  const reading = (async () => {
    const until = (event: SessionEvent) => isIdle(event) && ++idles === 2;
    for await (const event of threads.follow(session.id, child.id, { until })) seen.push(idOf(event));
  })();
  await delegate('Draft another');
  await reading;
  const listed = await threads.listEvents(session.id, child.id);
  expect(seen).toEqual(listed.data.map(idOf));
  expect(seen.length).toBeGreaterThan(5);
});

test('resumes from every checkpoint, although the list of a thread has no lower bound', async () => {
  const { session, child, main, threads } = await delegated(createFake());
  const all: string[] = [];
  for await (const event of threads.follow(session.id, child.id, { until: isIdle })) all.push(idOf(event));
  for (let index = 0; index < all.length - 1; index++) {
    const first = threads.follow(session.id, child.id, { until: (event) => idOf(event) === all[index] });
    for await (const _ of first);
    const resumeFrom = JSON.parse(JSON.stringify(first.checkpoint)) as typeof first.checkpoint;
    expect(resumeFrom.thread_id).toBe(child.id);
    const rest: string[] = [];
    for await (const event of threads.follow(session.id, child.id, { resumeFrom, until: isIdle }))
      rest.push(idOf(event));
    expect(rest).toEqual(all.slice(index + 1));
    expect(() => threads.follow(session.id, main.id, { resumeFrom })).toThrow(/a checkpoint of sthr_/);
  }
});

test('a stream that breaks at any event yields the same feed', async () => {
  const follow = async (faults: readonly object[]) => {
    const fake = createFake();
    const { session, child, delegate, threads } = await delegated(fake);
    fake.setFaults(faults as never);
    let idles = 0;
    const types: string[] = [];
    const reading = (async () => {
      const until = (event: SessionEvent) => isIdle(event) && ++idles === 2;
      for await (const event of threads.follow(session.id, child.id, { until, baseDelayMs: 0 }))
        types.push(event.type);
    })();
    await delegate('Draft another');
    await reading;
    return types;
  };
  const whole = await follow([]);
  for (let index = 0; index < whole.length; index++) {
    const match = { operation: 'sessions.threads.stream' };
    expect(await follow([{ match, times: 1, stream: { cut_at_event: index } }])).toEqual(whole);
  }
});

test('ends when the thread is archived, while the feed of the session continues', async () => {
  const { client, session, child, threads } = await delegated(createFake());
  await threads.archive(session.id, child.id);
  const feed = threads.follow(session.id, child.id);
  const types: string[] = [];
  for await (const { type } of feed) types.push(type);
  expect(types.at(-1)).toBe('session.thread_status_terminated');
  expect(feed.checkpoint.done).toBe(true);
  const whole = client.sessions.events.follow(session.id, {
    until: (event) => event.type === 'session.thread_status_terminated',
  });
  for await (const _ of whole);
  expect(whole.checkpoint.done).toBe(false);
});
