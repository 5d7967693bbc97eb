/** Examples for the guide "Testing with the emulator", run by the tests. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminClient } from '@parlance/admin';
import { InferenceClient, RateLimitError } from '@parlance/inference';
import { ManagedAgentsClient, NotFoundError } from '@parlance/managed-agents';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { openWorldFile } from '@parlance/testing-fakes/file';

const hello = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hello' }],
} as const;
const request = { ...hello, messages: [...hello.messages] };

function clientOf(fake: Fake, world = 'default'): InferenceClient {
  return new InferenceClient({
    baseUrl: fake.url,
    apiKey: fake.keysOf(world).api,
    http: fake.http(),
    retry: { maxRetries: 0 },
    rateLimit: { maxWaitMs: 0 },
  });
}

/** Uses a separate world for each test. */
export async function worlds(): Promise<void> {
  // #region Use one world per test
  await using fake = createFake();
  const one = fake.keysOf('test-1').api;
  const other = fake.keysOf('test-2').api;
  // #endregion
  assert.deepEqual([one, other], ['api-test-1', 'api-test-2']);
}

/** Uses the API key of another workspace. */
export async function workspaces(): Promise<void> {
  // #region Use the API key of another workspace
  await using fake = createFake();
  const parts = { baseUrl: fake.url, http: fake.http() };
  const admin = new AdminClient({ ...parts, adminKey: fake.keys.admin });
  const workspace = await admin.workspaces.create({ name: 'Research' });
  const inDefault = new ManagedAgentsClient({ ...parts, apiKey: fake.keys.api });
  const inResearch = new ManagedAgentsClient({ ...parts, apiKey: fake.keysOf('default', workspace.id).api });

  const vault = await inDefault.vaults.create({ display_name: 'Keys' });
  const found = await inResearch.vaults.retrieve(vault.id).catch((error: unknown) => error);
  assert.ok(found instanceof NotFoundError);
  // #endregion
}

/** Moves time manually, and reproduces ids with a seed. */
export async function time(): Promise<void> {
  // #region Advance the clock and reproduce ids
  await using fake = createFake({ randomSeed: 7, clock: { mode: 'manual', start: Date.UTC(2026, 0, 1) } });
  fake.world().clock.advance(60_000);
  assert.equal(fake.world().clock.iso(), '2026-01-01T00:01:00.000Z');

  await using again = createFake({ randomSeed: 7 });
  assert.equal(again.world().id('vlt_'), fake.world().id('vlt_'));
  // #endregion
}

/** Exceeds a rate limit. */
export async function limits(): Promise<void> {
  // #region Set rate limits
  await using fake = createFake({ rateLimits: { messages: { requests: 1 } } });
  await clientOf(fake).messages.create(request);
  // By default a client waits until the limit allows the call; this one has rateLimit: { maxWaitMs: 0 }.
  await assert.rejects(clientOf(fake).messages.create(request), RateLimitError);

  fake.world().clock.advance(60_000);
  await clientOf(fake).messages.create(request);
  // #endregion
}

/** Saves a run and opens it in another emulator. */
export async function savedRun(): Promise<void> {
  await using fake = createFake();
  await clientOf(fake).messages.create(request);
  // #region Save a run
  const run = fake.saveRun();
  const text = JSON.stringify(run); // write it to a file; `parlance-fakes open FILE` serves it

  await using again = createFake();
  again.openRun(JSON.parse(text));
  // #endregion
  assert.deepEqual(again.world().state(), fake.world().state());
}

/** Persists worlds in a file. */
export async function file(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-guide-'));
  const path = join(folder, 'worlds.db');
  {
    // #region Store worlds in a file
    await using fake = createFake({ store: await openWorldFile(path) });
    // #endregion
    fake.world();
  }
  await rm(folder, { recursive: true });
}

/** Serves over HTTP. */
export async function http(): Promise<void> {
  // #region Serve over HTTP from a test
  await using fake = createFake();
  const { url } = await fake.listen({ port: 0 });
  const response = await fetch(`${url}/v1/models`, {
    headers: { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01' },
  });
  assert.equal(response.status, 200);
  // #endregion
}

/** Reads an event stream with a third-party parser. */
export async function readEvents(): Promise<void> {
  await using fake = createFake();
  const { url } = await fake.listen();
  // #region Read a stream with eventsource-parser
  const { EventSourceParserStream } = await import('eventsource-parser/stream');

  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': 'api-default',
      'vendor-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      model: 'assistant-sonnet-4-6',
      max_tokens: 100,
      stream: true,
      messages: [{ role: 'user', content: 'hello' }],
    }),
  });
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  let text = '';
  for await (const { event, data } of events ?? []) {
    if (event === 'content_block_delta') text += JSON.parse(data).delta.text;
  }
  assert.equal(text, 'You said: hello');
  // #endregion
}
