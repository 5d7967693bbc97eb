import { expect, test } from 'vitest';
import { stagedSession, type AnyEvent, type StagedSession } from './testing/staged-session.js';

const HEARTBEAT_MS = 15_000;
const MAX_BEHIND = 10_000;
const manual = { fake: { clock: { mode: 'manual' }, checkResponses: false } } as const;

/** Opens the stream of a session without reading from it. */
async function openStream(
  { fake, path }: StagedSession,
  more: Readonly<Record<string, string>> = {},
): Promise<ReadableStream<Uint8Array>> {
  const headers = {
    ...more,
    'x-api-key': fake.keys.api,
    'vendor-version': '2023-06-01',
    'vendor-beta': 'managed-agents-2026-04-01',
  };
  const response = await fake.fetch(`${fake.url}${path}/events/stream`, { headers });
  return response.body as ReadableStream<Uint8Array>;
}

/** Sends messages. With a stopped clock the session processes only the first one. */
async function sendMany({ ask, path }: StagedSession, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({
    type: 'user.message',
    content: [{ type: 'text', text: `message ${index}` }],
  }));
  expect((await ask(`POST ${path}/events`, { events })).status).toBe(200);
}

async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<AnyEvent, void> {
  for await (const chunk of stream.pipeThrough(new TextDecoderStream()))
    for (const [, data] of chunk.matchAll(/^data: (.*)$/gm)) yield JSON.parse(data as string) as AnyEvent;
}

test('starts with the next event and ignores last-event-id', async () => {
  const session = await stagedSession();
  const { since } = await session.say('before');
  const stream = await openStream(session, { 'last-event-id': since[0]?.id ?? '' });
  const { since: after } = await session.say('after');
  await session.ask(`DELETE ${session.path}`);
  const seen: string[] = [];
  for await (const { id } of eventsOf(stream)) seen.push(id);
  expect(seen.slice(0, -1)).toEqual(after.map(({ id }) => id));
});

test('does not queue up heartbeats for a stalled reader', async () => {
  const session = await stagedSession(manual);
  const stream = await openStream(session);
  for (let beat = 0; beat < 50; beat++) session.world.clock.advance(HEARTBEAT_MS);
  await session.ask(`DELETE ${session.path}`);
  const types: string[] = [];
  for await (const { type } of eventsOf(stream)) types.push(type);
  expect(types.length).toBeLessThan(5);
  expect(types.at(-1)).toBe('session.deleted');
});

test(
  'closes the stream of a slow reader without leaving a gap in its events',
  { timeout: 60_000 },
  async () => {
    const session = await stagedSession(manual);
    const stream = eventsOf(await openStream(session));
    for (let sent = 0; sent <= MAX_BEHIND; sent += 1000) await sendMany(session, 1000);
    const seen: string[] = [];
    const read = async (): Promise<boolean> => {
      const { done, value } = await stream.next();
      if (value !== undefined) seen.push(value.id);
      return done !== true;
    };
    for (let count = 0; count < 100; count++) expect(await read()).toBe(true);
    // The buffer has room again, but this stream must not continue after the lost events.
    await sendMany(session, 10);
    while (await read());

    const listed: string[] = [];
    for (let page: string | null = ''; page !== null;) {
      const { json } = await session.ask(`GET ${session.path}/events?limit=1000${page && `&page=${page}`}`);
      listed.push(...json.data.map(({ id }: AnyEvent) => id));
      page = json.next_page;
    }
    expect(seen.length).toBeGreaterThanOrEqual(MAX_BEHIND);
    expect(seen.length).toBeLessThan(listed.length);
    expect(seen).toEqual(listed.slice(0, seen.length));
  },
);
