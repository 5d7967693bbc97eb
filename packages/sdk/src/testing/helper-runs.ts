/** Programs that use the helpers of the clients, each against an emulator of its own. */
import { createParlance } from '@parlance/ai-sdk';
import {
  Conversation,
  createStructured,
  createUntilComplete,
  defineTool,
  messageCost,
  readDownload,
  runBatch,
  runTools,
  safeCreateStructured,
  streamElements,
  streamStructured,
  streamTools,
  sumUsage,
  trimToTokenBudget,
} from '@parlance/inference';
import { sessionStateOf } from '@parlance/managed-agents';
import type { Parlance } from '@parlance/sdk';

/** What a program receives. */
export interface HelperContext {
  readonly parlance: Parlance;
  /** Ends what follows something for ever. */
  readonly signal: AbortSignal;
}

const tool = defineTool({
  name: 'add',
  description: 'Adds one',
  input: { type: 'object', properties: { to: { type: 'number' } }, required: ['to'] },
  run: ({ to }) => String(to + 1),
});
const output = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;
const model = 'assistant-sonnet-4-6';
const prices = { [model]: { input: 1, output: 1, webSearches: 1 } };
const ask = (content: string) => ({
  model,
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content }],
});
const request = (id: string) => ({ custom_id: id, params: ask('hello') });
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hello' }] }];

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function session({ managedAgents }: Parlance): Promise<string> {
  const agent = await managedAgents.agents.create({
    model: 'assistant-opus-4-7',
    name: 'Adder',
    tools: [tool],
  });
  const environment = await managedAgents.environments.create({ name: 'env' });
  return (await managedAgents.sessions.create({ agent: agent.id, environment_id: environment.id })).id;
}

const now = { baseDelayMs: 0, maxDelayMs: 0 };

/** The programs by the name of what they use. */
export const helperRuns: Readonly<Record<string, (context: HelperContext) => Promise<unknown>>> = {
  messageCost: async ({ parlance: { inference } }) =>
    messageCost(await inference.messages.create(ask('hello')), prices),
  sumUsage: async ({ parlance: { inference } }) => {
    const { usage } = await inference.messages.create(ask('hello'));
    return sumUsage([usage, usage]);
  },
  'messages.stream': async ({ parlance: { inference } }) => {
    const stream = inference.messages.stream(ask('hello'));
    stream.on('text', () => undefined).on('contentBlock', () => undefined);
    return messageCost(await stream.finalMessage(), prices);
  },
  'messages.stream, finalText': ({ parlance: { inference } }) =>
    inference.messages.stream(ask('hello')).finalText(),
  runTools: ({ parlance: { inference } }) =>
    runTools(inference, { ...ask('/tool add {"to":4}'), tools: [tool] }, { prices }),
  'runTools, streamed': ({ parlance: { inference } }) =>
    runTools(
      inference,
      { ...ask('/tool add {"to":4}'), tools: [tool] },
      { prices, onStream: (stream) => void stream.on('inputJson', () => undefined) },
    ),
  streamTools: ({ parlance: { inference } }) =>
    all(streamTools(inference, { ...ask('/tool add {"to":4}'), tools: [tool] }, { prices })),
  createStructured: ({ parlance: { inference } }) =>
    createStructured(inference, { ...ask('hello'), output }, { repair: true }),
  safeCreateStructured: ({ parlance: { inference } }) =>
    safeCreateStructured(inference, { ...ask('hello'), output }, { repair: true }),
  streamStructured: async ({ parlance: { inference } }) => {
    const stream = streamStructured(inference, { ...ask('hello'), output });
    await all(stream.partialOutputStream());
    return stream.finalResult();
  },
  streamElements: ({ parlance: { inference } }) =>
    all(streamElements(inference, { ...ask('hello'), element: output })),
  createUntilComplete: ({ parlance: { inference } }) =>
    createUntilComplete(inference, {
      ...ask('/pause /tool web_search {"query":"q"}'),
      tools: [{ type: 'web_search_20260209', name: 'web_search' }],
    }),
  Conversation: async ({ parlance: { inference } }) => {
    const conversation = new Conversation().say('hello');
    conversation.add(await inference.messages.create(ask('hello')));
    return conversation.say('bye').cached();
  },
  trimToTokenBudget: ({ parlance: { inference } }) =>
    trimToTokenBudget(inference, { model, messages: ask('hello').messages, maxInputTokens: 20_000 }),
  'batches.wait and resultsOf': async ({ parlance: { inference }, signal }) => {
    const { batches } = inference.messages;
    const batch = await batches.create({ requests: [request('a'), request('b')] });
    await batches.wait(batch.id, { pollIntervalMs: 1, signal });
    const results = await all(batches.resultsOf(batch.id, { signal }));
    return results.map(({ result }) =>
      result.type === 'succeeded' ? messageCost(result.message, prices) : undefined,
    );
  },
  runBatch: ({ parlance: { inference }, signal }) =>
    all(runBatch(inference, [request('a'), request('b')], { pollIntervalMs: 1, signal, maxRequests: 1 })),
  'batches.results': async ({ parlance: { inference }, signal }) => {
    const { batches } = inference.messages;
    const { id } = await batches.create({ requests: [request('a')] });
    await batches.wait(id, { pollIntervalMs: 1, signal });
    return readDownload(await batches.results(id, { signal }));
  },
  'sessions.run': async ({ parlance, signal }) =>
    parlance.managedAgents.sessions.run(await session(parlance), {
      baseDelayMs: 0,
      signal,
      input: '/tool add {"to":4}',
      tools: [tool],
    }),
  'sessions.waitFor': async ({ parlance, signal }) => {
    const id = await session(parlance);
    return parlance.managedAgents.sessions.waitFor(id, ({ status }) => status === 'idle', { ...now, signal });
  },
  'sessions.followOutcome': async ({ parlance, signal }) => {
    const { sessions } = parlance.managedAgents;
    const id = await session(parlance);
    const rubric = { type: 'text' as const, content: 'r' };
    const result = await sessions.run(id, {
      baseDelayMs: 0,
      signal,
      input: [{ type: 'user.define_outcome', description: 'd', rubric }],
    });
    return all(sessions.followOutcome(id, result.outcome?.outcome_id ?? '', { ...now, signal }));
  },
  'sessions.events.follow': async ({ parlance, signal }) => {
    const { sessions } = parlance.managedAgents;
    const id = await session(parlance);
    await sessions.run(id, { input: 'hello', baseDelayMs: 0, signal });
    await sessions.archive(id);
    return sessionStateOf(await all(sessions.events.follow(id, { ...now, signal })));
  },
  'chats.listForUsers': async ({ parlance: { compliance } }) => {
    const users: string[] = [];
    for await (const { uuid } of compliance.organizations.list())
      for await (const { id } of compliance.organizations.listUsers(String(uuid)))
        users.push(String(id) || 'user');
    const chats = await all(compliance.chats.listForUsers(users, { limit: 2 }));
    return all(compliance.chats.messages(String(chats[0]?.id)));
  },
  'chats.deleteIfExists': async ({ parlance: { compliance } }) => {
    const [chat] = (await compliance.chats.list({ user_ids: ['user_1'] })).data;
    return compliance.chats.deleteIfExists(chat?.id ?? 'chat');
  },
  'activities.tail': ({ parlance: { compliance }, signal }) =>
    all(
      compliance.activities.tail(
        {},
        { resumeFrom: '2000-01-01T00:00:00Z', until: '2026-01-01T00:00:00Z', signal },
      ),
    ),
  'AI SDK, doGenerate': ({ parlance: { inference } }) =>
    Promise.resolve(createParlance({ client: inference })(model).doGenerate({ prompt })),
  'AI SDK, web search': ({ parlance: { inference } }) => {
    const search = '/tool web_search {"query":"q"}';
    return Promise.resolve(
      createParlance({ client: inference })(model).doGenerate({
        prompt: [{ role: 'user', content: [{ type: 'text', text: search }] }],
        tools: [{ type: 'provider', id: 'parlance.web_search_20260209', name: 'web_search', args: {} }],
      }),
    );
  },
  'AI SDK, doStream': async ({ parlance: { inference } }) => {
    const provided = createParlance({ client: inference })(model);
    return all((await provided.doStream({ prompt })).stream as unknown as AsyncIterable<unknown>);
  },
};
