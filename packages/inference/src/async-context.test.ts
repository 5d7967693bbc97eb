/** User code that a stream calls runs in the async context of the user, although connections are shared by requests. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '@parlance/core-transport';
import { FetchAdapter } from '@parlance/core-transport';
import { UndiciAdapter } from '@parlance/core-transport/undici';
import { createFake } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import type { Responder } from '@parlance/testing/fault-server';
import { chunkedEnd, messageEvents, stall, streamStart } from '@parlance/testing/responders';
import { InferenceClient } from './inference-client.js';
import { runTools } from './tools/run-tools.js';

const params = {
  model: 'assistant-opus-4-7',
  max_tokens: 8,
  messages: [{ role: 'user' as const, content: 'hi' }],
};

/** Sends the events one by one, so that each arrives in a turn of its own. */
const slowly: Responder = async (connection) => {
  await connection.write(streamStart(messageEvents[0] ?? ''));
  for (const event of messageEvents.slice(1)) {
    await new Promise(setImmediate);
    await connection.write(`${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`);
  }
  await connection.write(chunkedEnd);
};

const context = new AsyncLocalStorage<string>();

/** Notes in which context user code runs. */
class Seen {
  readonly places: Record<string, Set<string | undefined>> = {};

  note(place: string): void {
    (this.places[place] ??= new Set()).add(context.getStore());
  }

  /** The places where code ran in another context. */
  astray(expected: string): string[] {
    return Object.entries(this.places)
      .filter(([, stores]) => stores.size !== 1 || !stores.has(expected))
      .map(([place, stores]) => `${place}: ${[...stores].join(', ')}`);
  }
}

const ways: Readonly<Record<string, (client: InferenceClient, seen: Seen) => Promise<unknown>>> = {
  drain: (client, seen) => client.messages.stream(params).drain(() => seen.note('drain')),
  loop: async (client, seen) => {
    for await (const event of client.messages.stream(params)) if (event) seen.note('loop');
  },
  listeners: (client, seen) => {
    const stream = client.messages.stream(params);
    for (const name of ['event', 'text', 'contentBlock', 'message', 'end'] as const)
      stream.on(name, () => seen.note(name));
    return new Promise<void>((resolve) => stream.on('end', resolve));
  },
  'listeners of a stream that something else consumes': async (client, seen) => {
    const stream = client.messages.stream(params);
    const ended = new Promise<void>((resolve) => stream.on('end', resolve));
    for (const name of ['event', 'text', 'end'] as const) stream.on(name, () => seen.note(name));
    await context.run('consumer', () => stream.drain());
    await ended;
  },
  onStream: (client, seen) =>
    runTools(
      client,
      { ...params, tools: [] },
      {
        onStream: (stream) => {
          seen.note('onStream');
          stream.on('text', () => seen.note('text'));
        },
      },
    ),
};

const adapters = {
  undici: () => new UndiciAdapter({ connections: 1 }),
  fetch: () => new FetchAdapter(),
};

describe.each(Object.entries(adapters))('with %s', (_adapter, http) => {
  test.each(Object.entries(ways))('%s', async (_name, run) => {
    await using server = await FaultServer.start(slowly);
    const logged = new Seen();
    const note = (): void => logged.note('logger');
    const logger: Logger = { level: 'debug', error: note, warn: note, info: note, debug: note };
    await using client = new InferenceClient({ baseUrl: server.url, apiKey: 'key', http: http(), logger });
    for (const name of ['first', 'second', 'third']) {
      const seen = new Seen();
      await context.run(name, () => run(client, seen));
      expect(Object.keys(seen.places).length).toBeGreaterThan(0);
      expect(seen.astray(name)).toEqual([]);
      if (!_name.startsWith('listeners of')) expect(logged.astray(name)).toEqual([]);
      for (const place of Object.keys(logged.places)) delete logged.places[place];
    }
  });

  test('listeners of a stream that is aborted', async () => {
    await using server = await FaultServer.start(stall(streamStart(messageEvents.slice(0, 3).join(''))));
    await using client = new InferenceClient({ baseUrl: server.url, apiKey: 'key', http: http() });
    for (const name of ['first', 'second']) {
      const seen = new Seen();
      const ended = context.run(name, () => {
        const stream = client.messages.stream(params);
        stream.on('error', () => seen.note('error'));
        const end = new Promise<void>((resolve) => stream.on('end', resolve));
        void stream.opened().then(() => context.run('aborter', () => stream.abort()));
        return end;
      });
      await ended;
      expect(seen.astray(name)).toEqual([]);
    }
  });
});

test('with the emulator', async () => {
  const fake = createFake();
  await using client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  for (const run of Object.values(ways)) {
    const seen = new Seen();
    await context.run('mine', () => run(client, seen));
    expect(seen.astray('mine')).toEqual([]);
  }
});
