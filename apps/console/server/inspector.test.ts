import type { MessageParams } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from './connect.js';
import type { InspectedCall } from './inspected-call.js';
import { Inspector } from './inspector.js';
import { serviceOf } from './testing/service-of.js';

/** Connects to an emulator until the test ends. */
async function connected() {
  const fake = createFake();
  await fake.listen();
  const backend = await connect(serviceOf(fake));
  onTestFinished(async () => {
    await backend.close();
    await fake.close();
  });
  /** Returns the most recent call. */
  const last = (): InspectedCall => {
    const [newest] = backend.inspector.calls();
    return backend.inspector.call(newest?.id ?? 0) as InspectedCall;
  };
  return { fake, parlance: backend.parlance, inspector: backend.inspector, last };
}

const MESSAGE: MessageParams = {
  model: 'assistant-haiku-4-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: "It's me" }],
};

test('records a call with its attempts, their causes and the waits between them', async () => {
  const { fake, parlance, last } = await connected();
  fake.setFaults([{ times: 1, status: 529 }]);
  await parlance.inference.models.list({ limit: 3 });
  expect(last()).toMatchObject({
    operation: 'models.list',
    status: 200,
    code: null,
    attempts: 2,
    requestIds: [expect.stringMatching(/^req_/), expect.stringMatching(/^req_/)],
    tries: [
      {
        method: 'GET',
        url: `${fake.url}/v1/models?limit=3`,
        status: 529,
        text: expect.stringContaining('overloaded_error'),
        retry: { code: 'overloaded_error', waitMs: expect.any(Number) },
      },
      { status: 200, retry: null, endMs: expect.any(Number) },
    ],
    request: null,
    response: expect.stringContaining('"id": "assistant-sonnet-4-6"'),
    durationMs: expect.any(Number),
  });
});

test('records stream events as they arrive, and the first content', async () => {
  const { parlance, last } = await connected();
  await parlance.inference.messages.stream(MESSAGE).finalMessage();
  const call = last();
  expect(call.events.map(({ type }) => type)).toEqual([
    'message_start',
    'ping',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  expect(call.events[3]?.data).toContain('text_delta');
  expect(call).toMatchObject({ eventCount: 7, firstContentMs: expect.any(Number) });
  expect(call.response).toContain('You said');
});

test('shows the rule that a rejected request violated, and why a request was not sent', async () => {
  const { parlance, last } = await connected();
  const { agents } = parlance.managedAgents;
  await expect(agents.retrieve('agent_missing')).rejects.toThrow('not_found');
  expect(last()).toMatchObject({
    status: 404,
    code: 'not_found_error',
    rule: expect.stringMatching(/^[A-Z]+-\d+$/),
  });
  await expect(agents.create({ name: '' } as never)).rejects.toThrow('agents.create');
  expect(last()).toMatchObject({
    attempts: 0,
    message: expect.stringContaining('model'),
    curl: null,
  });
});

test('keeps no keys, tokens or secrets', async () => {
  const { fake, parlance, inspector } = await connected();
  const { vaults } = parlance.managedAgents;
  const { id } = await vaults.create({ display_name: 'Vault' });
  const auth = {
    type: 'static_bearer',
    token: 'canary-7d1f"quoted',
    mcp_server_url: 'https://mcp.example/sse',
  } as const;
  await vaults.credentials.create(id, { display_name: 'Tracker', auth });
  const server = {
    type: 'url',
    url: 'https://mcp.example/sse',
    name: 'm',
    authorization_token: 'canary-55aa',
  } as const;
  fake.setFaults([{ times: 1, status: 400, body: 'bad token canary-55aa for api-default' }]);
  await Promise.allSettled([
    parlance.inference.messages.create({ ...MESSAGE, mcp_servers: [server] } as never),
  ]);
  await parlance.admin.users.list();
  const calls = inspector.calls().map(({ id: number }) => inspector.call(number));
  expect(calls).toHaveLength(4);
  const kept = JSON.stringify(calls);
  expect(kept).toContain('[secret]');
  expect(kept).toContain('bad token [hidden]');
  for (const secret of ['canary', ...Object.values(fake.keys)]) expect(kept).not.toContain(secret);
});

test('keeps no key that a service repeats as the type of an event', async () => {
  const { fake, parlance, last } = await connected();
  const event = { type: fake.keys.api };
  const body = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  fake.setFaults([{ body, content_type: 'text/event-stream' }]);
  await expect(parlance.inference.messages.stream(MESSAGE).finalMessage()).rejects.toThrow();
  expect(JSON.stringify(last())).not.toContain(fake.keys.api);
});

test('copies a call as a command line and as a program', async () => {
  const { fake, parlance, last } = await connected();
  await parlance.inference.messages.create(MESSAGE);
  const { curl, program } = last();
  expect(curl).toContain(`curl '${fake.url}/v1/messages' -X POST \\\n`);
  expect(curl).toContain('-H "x-api-key: $PARLANCE_API_KEY"');
  expect(curl).toContain(String.raw`"content":"It'\''s me"`);
  expect(program).toBe(`import { Parlance } from '@parlance/sdk';

// Reads PARLANCE_API_KEY from the environment.
const parlance = new Parlance({ baseUrl: '${fake.url}' });

console.log(await parlance.inference.messages.create({
  model: 'assistant-haiku-4-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'It\\'s me' }],
}));

await parlance.close();
`);
});

test('keeps the most recent calls, and shortens large bodies', async () => {
  const { parlance, last } = await connected();
  const long = { model: MESSAGE.model, messages: [{ role: 'user' as const, content: 'x'.repeat(100_000) }] };
  await parlance.inference.messages.countTokens(long);
  const call = last();
  expect(call.request?.length).toBeLessThan(10_000);
  expect(call).toMatchObject({ curl: null, program: null });
  const inspector = new Inspector([]);
  for (let index = 0; index < 1_000; index += 1) {
    const operation = { id: 'models.list', method: 'GET', path: '/v1/models', auth: 'api-key' } as never;
    const call = { operation, origin: 'http://a.example', body: undefined, streaming: false };
    inspector.telemetry.start({ ...call, modelName: (model) => model });
  }
  expect(inspector.calls()).toHaveLength(300);
  expect([inspector.calls()[0]?.id, inspector.call(1)]).toEqual([1_000, undefined]);
});
