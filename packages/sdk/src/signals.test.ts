/** Whatever accepts a signal removes its listeners when it ends: one signal may outlive thousands of calls. */
import { createParlance } from '@parlance/ai-sdk';
import { localRateLimiter, mapCalls } from '@parlance/core-transport';
import { createUntilComplete, defineTool, runBatch, runTools, streamTools } from '@parlance/inference';
import { Parlance } from '@parlance/sdk';
import { expectNoListeners } from '@parlance/testing';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';

const hello = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'hello' }],
};
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hello' }] }];
const tools = [
  defineTool({ name: 'weather', description: 'Weather', input: { type: 'object' }, run: () => 'rain' }),
];
const weather = { ...hello, messages: [{ role: 'user' as const, content: '/tool weather {}' }], tools };

interface Call {
  readonly parlance: Parlance;
  readonly signal: AbortSignal;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function sessionOf({ managedAgents }: Parlance): Promise<string> {
  const agent = await managedAgents.agents.create({ name: 'A', model: 'assistant-opus-4-7' });
  const environment = await managedAgents.environments.create({ name: 'E' });
  return (await managedAgents.sessions.create({ agent: agent.id, environment_id: environment.id })).id;
}

const CALLS: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
  create: ({ parlance, signal }) => parlance.inference.messages.create(hello, { signal }),
  'create that fails': ({ parlance, signal }) =>
    parlance.inference.models.retrieve('unknown-1', { signal }).catch(() => undefined),
  stream: ({ parlance, signal }) => parlance.inference.messages.stream(hello, { signal }).finalText(),
  'stream that is left': async ({ parlance, signal }) => {
    for await (const _ of parlance.inference.messages.stream(hello, { signal })) break;
  },
  list: ({ parlance, signal }) => collect(parlance.inference.models.list({}, { signal })),
  'list that is left': async ({ parlance, signal }) => {
    for await (const _ of parlance.inference.models.list({ limit: 1 }, { signal })) break;
  },
  upload: ({ parlance, signal }) =>
    parlance.inference.files.upload({ file: new File(['a'], 'a.txt') }, { signal }),
  createUntilComplete: ({ parlance, signal }) => createUntilComplete(parlance.inference, hello, { signal }),
  runTools: ({ parlance, signal }) => runTools(parlance.inference, weather, { signal }),
  streamTools: ({ parlance, signal }) => collect(streamTools(parlance.inference, weather, { signal })),
  runBatch: ({ parlance, signal }) => {
    const { model, max_tokens, messages } = hello;
    const requests = [{ custom_id: 'a', params: { model, max_tokens, messages } }];
    return collect(runBatch(parlance.inference, requests, { signal, pollIntervalMs: 1 }));
  },
  mapCalls: ({ parlance, signal }) =>
    collect(mapCalls([1, 2, 3], (_, call) => parlance.inference.messages.create(hello, call), { signal })),
  'a rate limiter': async ({ parlance, signal }) => {
    await using limited = parlance.withOptions({ rateLimiter: localRateLimiter({ requestsPerMinute: 600 }) });
    await Promise.all([1, 2, 3].map(() => limited.inference.messages.create(hello, { signal })));
  },
  'sessions.run': async ({ parlance, signal }) =>
    parlance.managedAgents.sessions.run(await sessionOf(parlance), { input: 'hello', signal }),
  'sessions.events.follow': async ({ parlance, signal }) => {
    const session = await sessionOf(parlance);
    await parlance.managedAgents.sessions.events.send(session, {
      events: [{ type: 'user.message', content: [{ type: 'text', text: 'hello' }] }],
    });
    for await (const { type } of parlance.managedAgents.sessions.events.follow(session, { signal }))
      if (type === 'session.status_idle') break;
  },
  'list of compliance': ({ parlance, signal }) =>
    collect(parlance.compliance.activities.list({}, { signal })),
  'doGenerate of the AI SDK': ({ parlance, signal }) =>
    createParlance({ client: parlance.inference })(hello.model).doGenerate({ prompt, abortSignal: signal }),
  'doStream of the AI SDK': async ({ parlance, signal }) => {
    const model = createParlance({ client: parlance.inference })(hello.model);
    return collect((await model.doStream({ prompt, abortSignal: signal })).stream);
  },
};

test.each(Object.entries(CALLS))('%s', async (_, call) => {
  const fake = createFake({ seed: 'demo', clock: { mode: 'skip' } });
  await using parlance = new Parlance({
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    complianceKey: fake.keys.compliance,
    http: fake.http(),
  });
  const { signal } = new AbortController();
  await call({ parlance, signal });
  expectNoListeners(signal);
  expect(signal.aborted).toBe(false);
  await fake.close();
});
